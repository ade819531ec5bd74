// the number of bits of a magnitude, in registers and in a frame
// expect: proved
== left
cmp x0, xzr
b.ge p0
sub x5, x5, x5
sub x0, x5, x0
p0: mov x2, 2
mov x3, 1
sub x4, x4, x4
top: cmp x0, xzr
b.eq end
udiv x0, x0, x2
add x4, x4, x3
b top
end: add x0, x4, xzr
br x30
== right
cmp x0, xzr
b.ge p0
sub x5, x5, x5
sub x0, x5, x0
p0: mov x2, 2
mov x3, 1
sub x6, x6, x6
stur x6, [sp, -24]
top: cmp x0, xzr
b.eq end
udiv x0, x0, x2
ldur x6, [sp, -24]
add x6, x6, x3
stur x6, [sp, -24]
b top
end: ldur x0, [sp, -24]
br x30
== wrong
mov x2, 2
mov x3, 1
sub x4, x4, x4
top: cmp x0, xzr
b.eq end
udiv x0, x0, x2
add x4, x4, x3
b top
end: add x0, x4, xzr
br x30

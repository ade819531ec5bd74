// the greatest power of 10 that is not above it, in registers and in a frame
// expect: proved
== left
cmp x0, xzr
b.ge start
sub x5, x5, x5
sub x0, x5, x0
start: mov x2, 10
mov x4, 1
top: udiv x5, x0, x4
cmp x5, x2
b.lo end
mul x4, x4, x2
b top
end: add x0, x4, xzr
br x30
== right
cmp x0, xzr
b.ge start
sub x5, x5, x5
sub x0, x5, x0
start: mov x9, 1
stur x9, [sp, -8]
mov x2, 10
top: ldur x4, [sp, -8]
udiv x5, x0, x4
cmp x5, x2
b.lo end
mul x4, x4, x2
stur x4, [sp, -8]
b top
end: ldur x0, [sp, -8]
br x30
== wrong
mov x2, 10
mov x4, 1
top: udiv x5, x0, x4
cmp x5, x2
b.lo end
mul x4, x4, x2
b top
end: add x0, x4, xzr
br x30

// the greatest common divisor of two magnitudes, in registers and in a frame
// expect: proved
== left
cmp x0, xzr
b.ge p0
sub x5, x5, x5
sub x0, x5, x0
p0: cmp x1, xzr
b.ge p1
sub x5, x5, x5
sub x1, x5, x1
p1: top: cmp x1, xzr
b.eq end
udiv x6, x0, x1
mul x6, x6, x1
sub x6, x0, x6
add x0, x1, xzr
add x1, x6, xzr
b top
end: br x30
== right
cmp x0, xzr
b.ge p0
sub x5, x5, x5
sub x0, x5, x0
p0: cmp x1, xzr
b.ge p1
sub x5, x5, x5
sub x1, x5, x1
p1: stur x0, [sp, -8]
stur x1, [sp, -16]
top: ldur x7, [sp, -16]
cmp x7, xzr
b.eq end
ldur x6, [sp, -8]
udiv x8, x6, x7
mul x8, x8, x7
sub x8, x6, x8
stur x7, [sp, -8]
stur x8, [sp, -16]
b top
end: ldur x0, [sp, -8]
br x30
== wrong
cmp x0, xzr
b.ge p0
sub x5, x5, x5
sub x0, x5, x0
p0: top: cmp x1, xzr
b.eq end
udiv x6, x0, x1
mul x6, x6, x1
sub x6, x0, x6
add x0, x1, xzr
add x1, x6, xzr
b top
end: br x30

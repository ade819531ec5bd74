// the sum of the digits, in registers and in a frame
// expect: proved
== left
cmp x0, xzr
b.ge start
sub x5, x5, x5
sub x0, x5, x0
start: mov x2, 10
sub x4, x4, x4
top: udiv x6, x0, x2
mul x7, x6, x2
sub x7, x0, x7
add x4, x4, x7
add x0, x6, xzr
cmp x0, xzr
b.ne top
add x0, x4, xzr
br x30
== right
cmp x0, xzr
b.ge start
sub x5, x5, x5
sub x0, x5, x0
start: mov x2, 10
sub x6, x6, x6
stur x6, [sp, -16]
top: udiv x6, x0, x2
mul x7, x6, x2
sub x7, x0, x7
ldur x8, [sp, -16]
add x8, x7, x8
stur x8, [sp, -16]
add x0, x6, xzr
cmp x0, xzr
b.ne top
ldur x0, [sp, -16]
br x30
== wrong
mov x2, 10
sub x4, x4, x4
top: udiv x6, x0, x2
mul x7, x6, x2
sub x7, x0, x7
add x4, x4, x7
add x0, x6, xzr
cmp x0, xzr
b.ne top
add x0, x4, xzr
br x30

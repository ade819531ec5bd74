// the number of digits, in registers and with the rest in a frame
// expect: proved
== left
cmp x0, xzr
b.ge start
sub x5, x5, x5
sub x0, x5, x0
start: mov x2, 10
mov x3, 1
sub x4, x4, x4
top: add x4, x4, x3
udiv x0, x0, x2
cmp x0, xzr
b.ne top
add x0, x4, xzr
br x30
== right
cmp x0, xzr
b.ge start
sub x5, x5, x5
sub x0, x5, x0
start: mov x8, 10
mov x9, 1
sub x7, x7, x7
stur x0, [sp, -8]
top: add x7, x7, x9
ldur x6, [sp, -8]
udiv x6, x6, x8
stur x6, [sp, -8]
cmp x6, xzr
b.ne top
add x0, x7, xzr
br x30
== wrong
mov x2, 10
mov x3, 1
sub x4, x4, x4
top: add x4, x4, x3
udiv x0, x0, x2
cmp x0, xzr
b.ne top
add x0, x4, xzr
br x30

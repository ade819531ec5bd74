// fib(0) is 0 on the left, 1 on the right
// expect: differ
== left
ldr x8, 8
b 12
.8byte 8
ldr x7, 8
b 12
.8byte 1
ldr x1, 8
b 12
.8byte 12
udiv x2, x0, x1
mul x2, x2, x1
sub x0, x0, x2
ldr x5, 8
b 12
.8byte fib
stur x30, [sp, -8]
sub sp, sp, x8
blr x5
add sp, sp, x8
ldur x30, [sp, -8]
br x30
fib: cmp x0, x7
b.ls base
stur x30, [sp, -8]
sub sp, sp, x8
stur x0, [sp, -8]
sub sp, sp, x8
sub x0, x0, x7
blr x5
ldur x1, [sp, 0]
stur x0, [sp, 0]
sub x0, x1, x7
sub x0, x0, x7
blr x5
add sp, sp, x8
ldur x1, [sp, -8]
add sp, sp, x8
ldur x30, [sp, -8]
add x0, x0, x1
base: br x30
== right
ldr x1, 8
b 12
.8byte 12
udiv x2, x0, x1
mul x2, x2, x1
sub x0, x0, x2
ldr x7, 8
b 12
.8byte 1
add x2, x7, xzr
add x3, x7, xzr
top: cmp x0, xzr
b.eq end
add x4, x2, x3
add x2, x3, xzr
add x3, x4, xzr
sub x0, x0, x7
b top
end: add x0, x2, xzr
br x30

ldr x6, 8
b 12
.8byte 16
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x8, 8
b 12
.8byte 8
ldr x9, 8
b 12
.8byte 1
stur x30, [sp, -8]
sub sp, sp, x8
ldr x10, 8
b 12
.8byte factorial
blr x10
add sp, sp, x8
ldur x30, [sp, -8]
br x30
factorial: cmp x0, xzr
b.ne more
add x0, x9, xzr
br x30
more: stur x30, [sp, -8]
sub sp, sp, x8
add x1, x0, xzr    // the inner call overwrites x1
sub x0, x0, x9
blr x10
add sp, sp, x8
ldur x30, [sp, -8]
mul x0, x0, x1
br x30

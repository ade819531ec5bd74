ldr x8, 8
b 12
.8byte 8
stur x30, [sp, -8]
sub sp, sp, x8
ldr x2, 8
b 12
.8byte twice
blr x2
add x3, x0, xzr
add x0, x1, xzr
blr x2
add x0, x0, x3
add sp, sp, x8
ldur x30, [sp, -8]
br x30
twice: add x3, x0, xzr    // x3 is the caller's
add x0, x0, x3
br x30

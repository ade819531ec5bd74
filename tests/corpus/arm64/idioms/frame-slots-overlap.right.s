ldr x8, 8
b 12
.8byte 16
sub sp, sp, x8
stur x0, [sp, 0]
stur x1, [sp, 4]    // should be 8
ldur x2, [sp, 0]
ldur x3, [sp, 4]
sub x0, x2, x3
add sp, sp, x8
br x30

ldr x8, 8
b 12
.8byte 8
stur x0, [sp, -8]
sub sp, sp, x8
stur x1, [sp, -8]
sub sp, sp, x8
ldur x0, [sp, 8]    // the other one
add sp, sp, x8
add sp, sp, x8
br x30

// arguments-exchanged, new
sub x3, x3, x3
ldr x8, 8
b 12
.8byte 8
sub sp, sp, x8
stur x30, [sp, 0]
sub sp, sp, x8
stur x0, [sp, 0]
sub sp, sp, x8
stur x1, [sp, 0]
ldr x9, 8
b 12
.8byte f
blr x9
add sp, sp, x8
add sp, sp, x8
ldur x30, [sp, 0]
add sp, sp, x8
br x30
f:
ldur x4, [sp, 0]
ldur x5, [sp, 8]
sub x0, x4, x5
br x30

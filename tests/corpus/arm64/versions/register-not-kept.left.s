// register-not-kept, old
sub x3, x3, x3
ldr x8, 8
b 12
.8byte 8
sub sp, sp, x8
stur x30, [sp, 0]
add x19, x1, xzr
ldr x9, 8
b 12
.8byte f
blr x9
add x0, x0, x19
ldur x30, [sp, 0]
add sp, sp, x8
br x30
f:
sub sp, sp, x8
stur x19, [sp, 0]
add x19, x0, x1
mul x0, x19, x19
ldur x19, [sp, 0]
add sp, sp, x8
br x30

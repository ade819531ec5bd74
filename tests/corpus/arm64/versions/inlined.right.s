// inlined, new
sub x3, x3, x3
ldr x8, 8
b 12
.8byte 8
sub sp, sp, x8
stur x30, [sp, 0]
ldr x9, 8
b 12
.8byte f
blr x9
ldur x30, [sp, 0]
add sp, sp, x8
br x30
f:
add x0, x0, x0
add x0, x0, x1
br x30

ldr x2, 8
b 12
.8byte 12
sub x1, x2, x1
add x0, x1, x0
br x30

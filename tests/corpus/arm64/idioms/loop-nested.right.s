ldr x6, 8
b 12
.8byte 16
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x6, 8
b 12
.8byte 16
udiv x7, x1, x6
mul x7, x7, x6
sub x1, x1, x7
mul x0, x0, x1
br x30

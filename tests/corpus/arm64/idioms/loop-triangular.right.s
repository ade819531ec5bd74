ldr x6, 8
b 12
.8byte 64
udiv x7, x0, x6
mul x7, x7, x6
sub x0, x0, x7
ldr x1, 8
b 12
.8byte 1
ldr x2, 8
b 12
.8byte 2
sub x3, x0, x1
mul x0, x0, x3
udiv x0, x0, x2
br x30

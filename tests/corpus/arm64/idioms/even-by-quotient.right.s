// x0 mod 2
ldr x7, 8
b 12
.8byte 2
udiv x8, x0, x7
mul x8, x8, x7
sub x0, x0, x8
br x30

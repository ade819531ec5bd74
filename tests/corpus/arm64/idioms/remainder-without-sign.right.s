ldr x2, 8
b 12
.8byte 10
udiv x3, x0, x2    // should be sdiv
mul x3, x3, x2
sub x0, x0, x3
br x30

// x0 % 64 by 7.
    ldr x6, 8
    b 12
    .8byte 64
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    ldr x2, 8
    b 12
    .8byte 7
    udiv x0, x0, x2
    br x30

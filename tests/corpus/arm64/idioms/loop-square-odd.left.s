// The square of x0 % 64.
    ldr x6, 8
    b 12
    .8byte 64
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    mul x0, x0, x0
    br x30

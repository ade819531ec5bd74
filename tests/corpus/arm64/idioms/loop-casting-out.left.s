// The remainder of x0 by 15, without a sign.
    ldr x2, 8
    b 12
    .8byte 15
    udiv x3, x0, x2
    mul x3, x3, x2
    sub x0, x0, x3
    br x30

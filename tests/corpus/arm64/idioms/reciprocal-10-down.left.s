// x0 / 10, without a sign.
    ldr x2, 8
    b 12
    .8byte 10
    udiv x0, x0, x2
    br x30

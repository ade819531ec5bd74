// x0 % 10, with the sign of x0.
    ldr x2, 8
    b 12
    .8byte 10
    sdiv x3, x0, x2
    mul x3, x3, x2
    sub x0, x0, x3
    br x30

// Half of x0, towards zero.
    ldr x2, 8
    b 12
    .8byte 2
    sdiv x0, x0, x2
    br x30

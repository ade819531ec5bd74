// Is x0 + x1 odd?
    ldr x3, 8
    b 12
    .8byte 2
    add x0, x0, x1
    udiv x2, x0, x3
    add x2, x2, x2
    sub x0, x0, x2
    br x30

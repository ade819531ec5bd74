// x0 + 5 - x1 + 7.
    ldr x2, 8
    b 12
    .8byte 5
    ldr x3, 8
    b 12
    .8byte 7
    add x0, x0, x2
    sub x0, x0, x1
    add x0, x0, x3
    br x30

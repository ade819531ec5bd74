// Prints the low bytes of x0 and x1.
    ldr x2, 8
    b 12
    .8byte 0xc000000000010008
    stur x0, [x2, 0]
    stur x1, [x2, 0]
    sub x0, x0, x0
    br x30

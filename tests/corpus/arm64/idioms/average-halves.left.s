// The average of x0 and x1, without a sign, rounded downwards.
    ldr x8, 8
    b 12
    .8byte 2
    udiv x2, x0, x8
    udiv x3, x1, x8
    add x4, x2, x2
    sub x4, x0, x4
    add x5, x3, x3
    sub x5, x1, x5
    mul x4, x4, x5
    add x0, x2, x3
    add x0, x0, x4
    br x30

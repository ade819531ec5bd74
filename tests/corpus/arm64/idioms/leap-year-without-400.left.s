// Is x0 a leap year? 1 or 0, x0 without a sign.
    ldr x2, 8
    b 12
    .8byte 4
    ldr x3, 8
    b 12
    .8byte 100
    ldr x4, 8
    b 12
    .8byte 400
    ldr x5, 8
    b 12
    .8byte 1
    udiv x6, x0, x4
    mul x6, x6, x4
    cmp x6, x0
    b.eq yes
    udiv x6, x0, x3
    mul x6, x6, x3
    cmp x6, x0
    b.eq no
    udiv x6, x0, x2
    mul x6, x6, x2
    cmp x6, x0
    b.eq yes
no:
    sub x0, x0, x0
    br x30
yes:
    add x0, x5, xzr
    br x30

// 3 to the power of the remainder of x0 by 8.
    ldr x6, 8
    b 12
    .8byte 8
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 3
    add x2, x4, xzr
top:
    cmp x0, xzr
    b.eq end
    mul x2, x2, x5
    sub x0, x0, x4
    b top
end:
    add x0, x2, xzr
    br x30

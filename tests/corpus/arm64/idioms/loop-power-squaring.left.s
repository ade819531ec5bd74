// x0 to the power of x1 % 16.
    ldr x6, 8
    b 12
    .8byte 16
    udiv x7, x1, x6
    mul x7, x7, x6
    sub x1, x1, x7
    ldr x4, 8
    b 12
    .8byte 1
    add x2, x4, xzr
top:
    cmp x1, xzr
    b.eq end
    mul x2, x2, x0
    sub x1, x1, x4
    b top
end:
    add x0, x2, xzr
    br x30

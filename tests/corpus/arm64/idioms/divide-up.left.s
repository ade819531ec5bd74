// x0 / (x1 % 16 + 1), rounded up, without a sign.
    ldr x6, 8
    b 12
    .8byte 16
    udiv x7, x1, x6
    mul x7, x7, x6
    sub x1, x1, x7
    ldr x4, 8
    b 12
    .8byte 1
    add x1, x1, x4
    udiv x2, x0, x1
    mul x3, x2, x1
    cmp x3, x0
    b.eq end
    add x2, x2, x4
end:
    add x0, x2, xzr
    br x30

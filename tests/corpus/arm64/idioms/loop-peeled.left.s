// 3 * s + i, from s = x1, for i below x0 % 32.
    ldr x6, 8
    b 12
    .8byte 32
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 3
    sub x3, x3, x3
top:
    cmp x3, x0
    b.hs end
    mul x1, x1, x5
    add x1, x1, x3
    add x3, x3, x4
    b top
end:
    add x0, x1, xzr
    br x30

// x1 becomes 3 * x1 + 1, x0 % 64 times.
    ldr x6, 8
    b 12
    .8byte 64
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 3
top:
    cmp x0, xzr
    b.eq end
    mul x1, x1, x5
    add x1, x1, x4
    sub x0, x0, x4
    b top
end:
    add x0, x1, xzr
    br x30

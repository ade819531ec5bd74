// The sum of the numbers below x0 % 64.
    ldr x6, 8
    b 12
    .8byte 64
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    ldr x4, 8
    b 12
    .8byte 1
    sub x2, x2, x2
    sub x3, x3, x3
top:
    cmp x3, x0
    b.eq end
    add x2, x2, x3
    add x3, x3, x4
    b top
end:
    add x0, x2, xzr
    br x30

// The sum of the decimal digits of x0, without a sign.
    ldr x6, 8
    b 12
    .8byte 10
    sub x2, x2, x2
top:
    cmp x0, xzr
    b.eq end
    udiv x3, x0, x6
    mul x4, x3, x6
    sub x4, x0, x4
    add x2, x2, x4
    add x0, x3, xzr
    b top
end:
    add x0, x2, xzr
    br x30

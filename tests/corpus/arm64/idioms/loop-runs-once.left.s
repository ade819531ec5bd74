// Three times the remainder of x0 by 16, one by one.
    ldr x6, 8
    b 12
    .8byte 16
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    sub x2, x2, x2
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 3
top:
    cmp x0, xzr
    b.eq end
    add x2, x2, x5
    sub x0, x0, x4
    b top
end:
    add x0, x2, xzr
    br x30

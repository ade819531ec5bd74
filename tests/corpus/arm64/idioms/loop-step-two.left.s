// The least even number that is not below the remainder of x0 by 10.
    ldr x6, 8
    b 12
    .8byte 10
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    ldr x5, 8
    b 12
    .8byte 2
    sub x2, x2, x2
top:
    cmp x2, x0
    b.hs end
    add x2, x2, x5
    b top
end:
    add x0, x2, xzr
    br x30

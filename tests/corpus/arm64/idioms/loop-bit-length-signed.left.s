// How many bits has x0, without a sign?
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 2
    sub x2, x2, x2
top:
    cmp x0, xzr
    b.eq end
    udiv x0, x0, x5
    add x2, x2, x4
    b top
end:
    add x0, x2, xzr
    br x30

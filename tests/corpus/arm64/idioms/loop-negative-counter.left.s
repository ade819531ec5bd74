// x1 and 5 times x0, without a sign.
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 5
top:
    cmp x0, xzr
    b.eq end
    add x1, x1, x5
    sub x0, x0, x4
    b top
end:
    add x0, x1, xzr
    br x30

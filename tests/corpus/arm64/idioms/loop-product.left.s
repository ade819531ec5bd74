// x0 times x1 by additions; x0 without a sign.
    ldr x4, 8
    b 12
    .8byte 1
    sub x2, x2, x2
    sub x3, x3, x3
top:
    cmp x3, x0
    b.eq end
    add x2, x2, x1
    add x3, x3, x4
    b top
end:
    add x0, x2, xzr
    br x30

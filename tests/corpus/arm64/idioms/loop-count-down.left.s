// Three times x0, one by one; x0 without a sign.
    sub x2, x2, x2
    sub x3, x3, x3
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 3
top:
    cmp x3, x0
    b.hs end
    add x2, x2, x5
    add x3, x3, x4
    b top
end:
    add x0, x2, xzr
    br x30

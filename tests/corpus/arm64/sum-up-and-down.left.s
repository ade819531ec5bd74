// 0 + 1 + ... + (x0 - 1), one by one.
    sub x2, x2, x2     // the sum
    sub x3, x3, x3     // the next number
    ldr x4, 8
    b 12
    .8byte 1
top:
    cmp x3, x0
    b.hs end
    add x2, x2, x3
    add x3, x3, x4
    b top
end:
    add x0, x2, xzr
    br x30

// 0 + 1 + ... + (x0 - 1), down from the largest.
    sub x2, x2, x2     // the sum
    ldr x4, 8
    b 12
    .8byte 1
top:
    cmp x0, xzr
    b.eq end
    sub x0, x0, x4
    add x2, x2, x0
    b top
end:
    add x0, x2, xzr
    br x30

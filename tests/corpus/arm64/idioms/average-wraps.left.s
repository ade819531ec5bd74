// The average of x0 and x1 without signs: x1 + (x0 - x1) / 2, the larger one first.
    ldr x2, 8
    b 12
    .8byte 2
    cmp x0, x1
    b.hs ordered
    add x3, x0, xzr
    add x0, x1, xzr
    add x1, x3, xzr
ordered:
    sub x0, x0, x1
    udiv x0, x0, x2
    add x0, x0, x1
    br x30

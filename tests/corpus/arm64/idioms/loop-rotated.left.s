// x1 doubled and 1 added, x0 times without a sign.
    ldr x4, 8
    b 12
    .8byte 1
top:
    cmp x0, xzr
    b.eq end
    add x1, x1, x1
    add x1, x1, x4
    sub x0, x0, x4
    b top
end:
    add x0, x1, xzr
    br x30

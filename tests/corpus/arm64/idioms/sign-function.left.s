// 1, 0 or -1, as x0 is positive, zero or negative.
    ldr x2, 8
    b 12
    .8byte 1
    cmp x0, xzr
    b.eq end
    b.gt positive
    sub x0, x0, x0
    sub x0, x0, x2
    b end
positive:
    add x0, x2, xzr
end:
    br x30

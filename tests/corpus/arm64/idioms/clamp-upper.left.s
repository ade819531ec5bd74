// x0, at least 0 and at most 100.
    ldr x2, 8
    b 12
    .8byte 100
    cmp x0, xzr
    b.ge low
    sub x0, x0, x0
low:
    cmp x0, x2
    b.le end
    add x0, x2, xzr
end:
    br x30

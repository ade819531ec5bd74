// The index of the first element that is 0, or -1.
    ldr x8, 8
    b 12
    .8byte 8
    ldr x7, 8
    b 12
    .8byte 1
    sub x2, x2, x2
top:
    cmp x2, x1
    b.eq none
    ldur x3, [x0, 0]
    cmp x3, xzr
    b.eq found
    add x0, x0, x8
    add x2, x2, x7
    b top
none:
    sub x2, x2, x2
    sub x2, x2, x7
found:
    add x0, x2, xzr
    br x30

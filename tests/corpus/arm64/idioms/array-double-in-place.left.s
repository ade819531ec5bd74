// Twice the sum of the elements.
    ldr x8, 8
    b 12
    .8byte 8
    ldr x7, 8
    b 12
    .8byte 1
    add x3, x0, xzr
    add x4, x1, xzr
double:
    cmp x4, xzr
    b.eq sum
    ldur x5, [x3, 0]
    add x5, x5, x5
    stur x5, [x3, 0]
    add x3, x3, x8
    sub x4, x4, x7
    b double
sum:
    sub x2, x2, x2
top:
    cmp x1, xzr
    b.eq end
    ldur x5, [x0, 0]
    add x2, x2, x5
    add x0, x0, x8
    sub x1, x1, x7
    b top
end:
    add x0, x2, xzr
    br x30

// The sum of the elements.
    ldr x8, 8
    b 12
    .8byte 8
    ldr x7, 8
    b 12
    .8byte 1
    sub x2, x2, x2
top:
    cmp x1, xzr
    b.eq end
    ldur x3, [x0, 0]
    add x2, x2, x3
    add x0, x0, x8
    sub x1, x1, x7
    b top
end:
    add x0, x2, xzr
    br x30

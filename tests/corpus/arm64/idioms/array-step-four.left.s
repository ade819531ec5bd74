// The sum of the array.
    ldr x8, 8
    b 12
    .8byte 8
    mul x1, x1, x8
    add x1, x0, x1
    sub x2, x2, x2
top:
    cmp x0, x1
    b.eq end
    ldur x3, [x0, 0]
    add x2, x2, x3
    add x0, x0, x8
    b top
end:
    add x0, x2, xzr
    br x30

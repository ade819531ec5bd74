// 1 if no element is below the one before it, else 0.
    ldr x8, 8
    b 12
    .8byte 8
    ldr x7, 8
    b 12
    .8byte 1
    add x9, x7, xzr
    cmp x1, x7
    b.ls end
top:
    sub x1, x1, x7
    cmp x1, xzr
    b.eq end
    ldur x2, [x0, 0]
    ldur x3, [x0, 8]
    add x0, x0, x8
    cmp x2, x3
    b.le top
    sub x9, x9, x9
end:
    add x0, x9, xzr
    br x30

// (x0 % 16) * (x1 % 16), one by one.
    ldr x6, 8
    b 12
    .8byte 16
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    ldr x6, 8
    b 12
    .8byte 16
    udiv x7, x1, x6
    mul x7, x7, x6
    sub x1, x1, x7
    ldr x4, 8
    b 12
    .8byte 1
    sub x2, x2, x2
    sub x3, x3, x3
    sub x9, x9, x9
rows:
    cmp x3, x0
    b.eq end
    sub x9, x9, x9
columns:
    cmp x9, x1
    b.eq next
    add x2, x2, x4
    add x9, x9, x4
    b columns
next:
    add x3, x3, x4
    b rows
end:
    add x0, x2, xzr
    br x30

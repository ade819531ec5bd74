// The sum of row * 4 + column over x0 % 8 rows and 4 columns.
    ldr x6, 8
    b 12
    .8byte 8
    udiv x7, x0, x6
    mul x7, x7, x6
    sub x0, x0, x7
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 4
    sub x2, x2, x2
    sub x9, x9, x9
rows:
    cmp x9, x0
    b.eq end
    sub x10, x10, x10
columns:
    cmp x10, x5
    b.eq next
    mul x11, x9, x5
    add x11, x11, x10
    add x2, x2, x11
    add x10, x10, x4
    b columns
next:
    add x9, x9, x4
    b rows
end:
    add x0, x2, xzr
    br x30

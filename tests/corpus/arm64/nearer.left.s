// Two players have guessed a number, x0 and x1. Who is nearer to 50?
// 1 or 2, and 1 if both are equally near.
    ldr x5, 8
    b 12
    .8byte 50
    sub x6, x0, x5     // how far off is the first guess?
    cmp x6, xzr
    b.ge second
    sub x9, x9, x9
    sub x6, x9, x6
second:
    sub x7, x1, x5     // and the second one?
    cmp x7, xzr
    b.ge decide
    sub x9, x9, x9
    sub x7, x9, x7
decide:
    ldr x0, 8
    b 12
    .8byte 1
    cmp x7, x6
    b.ge end
    add x0, x0, x0
end:
    br x30

// Two players have guessed a number, x0 and x1. Who is nearer to 50?
// 1 or 2, and 1 if both are equally near.
    ldr x4, 8
    b 12
    .8byte 1
    ldr x5, 8
    b 12
    .8byte 100
    add x6, x0, x1     // 100 if one is as far below 50 as the other is above
    cmp x0, x1
    b.lt upwards
    b.eq first         // the same guess twice
    cmp x5, x6         // the second is lower: nearer if the sum is large
    b.lt second
    b first
upwards:
    cmp x6, x5         // the second is higher: nearer if the sum is small
    b.lt second
first:
    add x0, x4, xzr
    br x30
second:
    add x0, x4, x4
    br x30

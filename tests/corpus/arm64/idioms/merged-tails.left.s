// |x0 - x1| without a sign, times 3.
    ldr x4, 8
    b 12
    .8byte 3
    cmp x0, x1
    b.lo less
    sub x0, x0, x1
    mul x0, x0, x4
    br x30
less:
    sub x0, x1, x0
    mul x0, x0, x4
    br x30

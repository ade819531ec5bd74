// (x0 - x1) * (x0 + x1) with both intermediate values in a frame.
    ldr x8, 8
    b 12
    .8byte 16
    sub sp, sp, x8
    sub x2, x0, x1
    stur x2, [sp, 0]
    add x2, x0, x1
    stur x2, [sp, 8]
    ldur x3, [sp, 0]
    ldur x4, [sp, 8]
    mul x0, x3, x4
    add sp, sp, x8
    br x30

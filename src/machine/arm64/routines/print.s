// print: writes x0 in decimal, signed, and a newline to the output.
// All registers are kept, also x0 and x30; the flags are lost, and 232 bytes below sp.
.export print
print:
    stur x0, [sp, -8]
    stur x1, [sp, -16]
    stur x2, [sp, -24]
    stur x3, [sp, -32]
    stur x4, [sp, -40]
    stur x5, [sp, -48]
    stur x6, [sp, -56]
    stur x7, [sp, -64]
    stur x8, [sp, -72]
    ldr x1, 8
    b 12
    .8byte 0xc000000000010008       // x1: the output
    ldr x2, 8
    b 12
    .8byte 10
    ldr x3, 8
    b 12
    .8byte 48                       // x3: the character 0
    ldr x4, 8
    b 12
    .8byte 8
    ldr x5, 8
    b 12
    .8byte 72
    sub x5, sp, x5                  // x5: the last digit written is at x5
    add x8, x5, xzr                 // x8: behind the first digit
    cmp x0, xzr
    b.ge digits
    ldr x6, 8
    b 12
    .8byte 45                       // a minus
    stur x6, [x1, 0]
    sub x6, x6, x6
    sub x0, x6, x0                  // 2^63 where it was -2^63: from here on unsigned
digits:
    udiv x6, x0, x2
    mul x7, x6, x2
    sub x7, x0, x7
    add x7, x7, x3
    sub x5, x5, x4
    stur x7, [x5, 0]
    add x0, x6, xzr
    cmp x0, xzr
    b.ne digits
write:
    ldur x7, [x5, 0]
    stur x7, [x1, 0]
    add x5, x5, x4
    cmp x5, x8
    b.ne write
    stur x2, [x1, 0]                // a newline is 10, too
    ldur x0, [sp, -8]
    ldur x1, [sp, -16]
    ldur x2, [sp, -24]
    ldur x3, [sp, -32]
    ldur x4, [sp, -40]
    ldur x5, [sp, -48]
    ldur x6, [sp, -56]
    ldur x7, [sp, -64]
    ldur x8, [sp, -72]
    br x30

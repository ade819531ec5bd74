// print: writes x0 in decimal, signed, and a newline to the output.
// All registers are kept, also x0 and x30; the flags are lost, and 56 bytes below sp.
.export print
print:
    stur x0, [sp, -8]
    stur x1, [sp, -16]
    stur x2, [sp, -24]
    stur x3, [sp, -32]
    stur x4, [sp, -40]
    stur x5, [sp, -48]
    stur x6, [sp, -56]
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
    .8byte 1                        // x4: a power of 10
    cmp x0, xzr
    b.ge widen
    ldr x6, 8
    b 12
    .8byte 45                       // a minus
    stur x6, [x1, 0]
    sub x6, x6, x6
    sub x0, x6, x0                  // 2^63 where it was -2^63: from here on unsigned
widen:
    udiv x5, x0, x4
    cmp x5, x2
    b.lo digits
    mul x4, x4, x2
    b widen
digits:
    udiv x5, x0, x4                 // the first digit
    mul x6, x5, x4
    sub x0, x0, x6
    add x5, x5, x3
    stur x5, [x1, 0]
    udiv x4, x4, x2
    cmp x4, xzr
    b.ne digits
    stur x2, [x1, 0]                // a newline is 10, too
    ldur x0, [sp, -8]
    ldur x1, [sp, -16]
    ldur x2, [sp, -24]
    ldur x3, [sp, -32]
    ldur x4, [sp, -40]
    ldur x5, [sp, -48]
    ldur x6, [sp, -56]
    br x30

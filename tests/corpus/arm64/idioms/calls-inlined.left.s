// long step(long x, long y) {
//   return x * 3 + y;
// }
// long wain(long a, long b) {
//   long r = 0;
//   r = step(a, b);
//   r = step(r, a);
//   return r;
// }
    ldr x8, 8
    b 12
    .8byte 8
    ldr x6, 8
    b 12
    .8byte -65536
    stur x0, [sp, -8]
    sub sp, sp, x8
    stur x1, [sp, -8]
    sub sp, sp, x8
    sub x29, sp, x8
    ldr x2, 8
    b 12
    .8byte 24
    sub sp, sp, x2
    ldur x19, [x29, 16]
    ldur x20, [x29, 8]
    ldr x0, 8
    b 12
    .8byte 0
    add x21, x0, xzr
    stur x29, [sp, -8]
    sub sp, sp, x8
    stur x30, [sp, -8]
    sub sp, sp, x8
    add x0, x19, xzr
    stur x0, [sp, -8]
    sub sp, sp, x8
    add x0, x20, xzr
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x2, 8
    b 12
    .8byte Fstep
    blr x2
    ldr x2, 8
    b 12
    .8byte 16
    add sp, sp, x2
    add sp, sp, x8
    ldur x30, [sp, -8]
    add sp, sp, x8
    ldur x29, [sp, -8]
    add x21, x0, xzr
    stur x29, [sp, -8]
    sub sp, sp, x8
    stur x30, [sp, -8]
    sub sp, sp, x8
    add x0, x21, xzr
    stur x0, [sp, -8]
    sub sp, sp, x8
    add x0, x19, xzr
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x2, 8
    b 12
    .8byte Fstep
    blr x2
    ldr x2, 8
    b 12
    .8byte 16
    add sp, sp, x2
    add sp, sp, x8
    ldur x30, [sp, -8]
    add sp, sp, x8
    ldur x29, [sp, -8]
    add x21, x0, xzr
    add x0, x21, xzr
    add sp, x29, x8
    add sp, sp, x8
    add sp, sp, x8
    br x30
Fstep:
    sub x29, sp, x8
    ldr x2, 8
    b 12
    .8byte 16
    sub sp, sp, x2
    stur x19, [x29, 0]
    stur x20, [x29, -8]
    ldur x19, [x29, 16]
    ldur x20, [x29, 8]
    add x0, x19, xzr
    ldr x1, 8
    b 12
    .8byte 3
    mul x0, x0, x1
    add x1, x20, xzr
    add x0, x0, x1
    ldur x19, [x29, 0]
    ldur x20, [x29, -8]
    add sp, x29, x8
    br x30

// long wain(long a, long b) {
//   long s = 0;
//   long i = 0;
//   a = a % 64;
//   while (i < a) {
//     s = s + i * b;
//     i = i + 1;
//   }
//   return s;
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
    .8byte 32
    sub sp, sp, x2
    ldur x19, [x29, 16]
    ldur x20, [x29, 8]
    ldr x0, 8
    b 12
    .8byte 0
    add x21, x0, xzr
    ldr x0, 8
    b 12
    .8byte 0
    add x22, x0, xzr
    add x0, x19, xzr
    ldr x1, 8
    b 12
    .8byte 64
    sdiv x3, x0, x1
    mul x3, x3, x1
    sub x0, x0, x3
    add x19, x0, xzr
while1:
    add x0, x22, xzr
    add x1, x19, xzr
    cmp x0, x1
    b.ge endwhile2
    add x0, x21, xzr
    add x1, x22, xzr
    add x4, x20, xzr
    mul x1, x1, x4
    add x0, x0, x1
    add x21, x0, xzr
    add x0, x22, xzr
    ldr x1, 8
    b 12
    .8byte 1
    add x0, x0, x1
    add x22, x0, xzr
    b while1
endwhile2:
    add x0, x21, xzr
    add sp, x29, x8
    add sp, sp, x8
    add sp, sp, x8
    br x30

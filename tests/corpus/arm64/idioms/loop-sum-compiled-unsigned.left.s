// long wain(long a, long b) {
//   long s = 0;
//   long i = 0;
//   a = a % 64;
//   while (i < a) {
//     s = s + b;
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
    .8byte 16
    sub sp, sp, x2
    ldr x0, 8
    b 12
    .8byte 0
    stur x0, [x29, 0]
    ldr x0, 8
    b 12
    .8byte 0
    stur x0, [x29, -8]
    ldur x0, [x29, 16]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x0, 8
    b 12
    .8byte 64
    add sp, sp, x8
    ldur x2, [sp, -8]
    sdiv x3, x2, x0
    mul x3, x3, x0
    sub x0, x2, x3
    stur x0, [x29, 16]
while1:
    ldur x0, [x29, -8]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldur x0, [x29, 16]
    add sp, sp, x8
    ldur x2, [sp, -8]
    cmp x2, x0
    b.ge endwhile2
    ldur x0, [x29, 0]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldur x0, [x29, 8]
    add sp, sp, x8
    ldur x2, [sp, -8]
    add x0, x2, x0
    stur x0, [x29, 0]
    ldur x0, [x29, -8]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x0, 8
    b 12
    .8byte 1
    add sp, sp, x8
    ldur x2, [sp, -8]
    add x0, x2, x0
    stur x0, [x29, -8]
    b while1
endwhile2:
    ldur x0, [x29, 0]
    add sp, x29, x8
    add sp, sp, x8
    add sp, sp, x8
    br x30

// long sum(long n) {
//   long r = 0;
//   if (n == 0) { r = 0; } else { r = n + sum(n - 1); }
//   return r;
// }
// long wain(long a, long b) {
//   a = a - (a / 16) * 16;
//   if (a < 0) { a = 0 - a; } else {}
//   return sum(a) + b;
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
    ldur x0, [x29, 16]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldur x0, [x29, 16]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x0, 8
    b 12
    .8byte 16
    add sp, sp, x8
    ldur x2, [sp, -8]
    sdiv x0, x2, x0
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x0, 8
    b 12
    .8byte 16
    add sp, sp, x8
    ldur x2, [sp, -8]
    mul x0, x2, x0
    add sp, sp, x8
    ldur x2, [sp, -8]
    sub x0, x2, x0
    stur x0, [x29, 16]
    ldur x0, [x29, 16]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x0, 8
    b 12
    .8byte 0
    add sp, sp, x8
    ldur x2, [sp, -8]
    cmp x2, x0
    b.ge else1
    ldr x0, 8
    b 12
    .8byte 0
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldur x0, [x29, 16]
    add sp, sp, x8
    ldur x2, [sp, -8]
    sub x0, x2, x0
    stur x0, [x29, 16]
    b endif2
else1:
endif2:
    stur x29, [sp, -8]
    sub sp, sp, x8
    stur x30, [sp, -8]
    sub sp, sp, x8
    ldur x0, [x29, 16]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x2, 8
    b 12
    .8byte Fsum
    blr x2
    ldr x2, 8
    b 12
    .8byte 8
    add sp, sp, x2
    add sp, sp, x8
    ldur x30, [sp, -8]
    add sp, sp, x8
    ldur x29, [sp, -8]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldur x0, [x29, 8]
    add sp, sp, x8
    ldur x2, [sp, -8]
    add x0, x2, x0
    add sp, x29, x8
    add sp, sp, x8
    add sp, sp, x8
    br x30
Fsum:
    sub x29, sp, x8
    ldr x2, 8
    b 12
    .8byte 8
    sub sp, sp, x2
    ldr x0, 8
    b 12
    .8byte 0
    stur x0, [x29, 0]
    ldur x0, [x29, 8]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x0, 8
    b 12
    .8byte 0
    add sp, sp, x8
    ldur x2, [sp, -8]
    cmp x2, x0
    b.ne else3
    ldr x0, 8
    b 12
    .8byte 0
    stur x0, [x29, 0]
    b endif4
else3:
    ldur x0, [x29, 8]
    stur x0, [sp, -8]
    sub sp, sp, x8
    stur x29, [sp, -8]
    sub sp, sp, x8
    stur x30, [sp, -8]
    sub sp, sp, x8
    ldur x0, [x29, 8]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x0, 8
    b 12
    .8byte 1
    add sp, sp, x8
    ldur x2, [sp, -8]
    sub x0, x2, x0
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldr x2, 8
    b 12
    .8byte Fsum
    blr x2
    ldr x2, 8
    b 12
    .8byte 8
    add sp, sp, x2
    add sp, sp, x8
    ldur x30, [sp, -8]
    add sp, sp, x8
    ldur x29, [sp, -8]
    add sp, sp, x8
    ldur x2, [sp, -8]
    add x0, x2, x0
    stur x0, [x29, 0]
endif4:
    ldur x0, [x29, 0]
    add sp, x29, x8
    br x30

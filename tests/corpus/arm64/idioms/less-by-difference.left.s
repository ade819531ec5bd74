// long wain(long a, long b) {
//   long r = 0;
//   if (a < b) { r = 1; } else { r = 0; }
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
    .8byte 8
    sub sp, sp, x2
    ldr x0, 8
    b 12
    .8byte 0
    stur x0, [x29, 0]
    ldur x0, [x29, 16]
    stur x0, [sp, -8]
    sub sp, sp, x8
    ldur x0, [x29, 8]
    add sp, sp, x8
    ldur x2, [sp, -8]
    cmp x2, x0
    b.ge else1
    ldr x0, 8
    b 12
    .8byte 1
    stur x0, [x29, 0]
    b endif2
else1:
    ldr x0, 8
    b 12
    .8byte 0
    stur x0, [x29, 0]
endif2:
    ldur x0, [x29, 0]
    add sp, x29, x8
    add sp, sp, x8
    add sp, sp, x8
    br x30

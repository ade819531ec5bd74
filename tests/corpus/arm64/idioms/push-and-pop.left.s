// Pushes x0, then x1, and gives the first one that comes off the stack.
    ldr x8, 8
    b 12
    .8byte 8
    sub sp, sp, x8
    stur x0, [sp, 0]
    sub sp, sp, x8
    stur x1, [sp, 0]
    ldur x0, [sp, 0]
    add sp, sp, x8
    add sp, sp, x8
    br x30

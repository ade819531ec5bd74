// The loop on which the emulator is measured: count x3 up to x0.
    ldr x4, 8
    b 12
    .8byte 1
loop:
    add x3, x3, x4
    cmp x3, x0
    b.lt loop
    br x30

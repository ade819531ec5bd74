; The loop on which the emulator is measured: count $3 up to $1.
    lis $4
    .word 1
loop:
    add $3, $3, $4
    slt $5, $3, $1
    bne $5, $0, loop
    jr $31

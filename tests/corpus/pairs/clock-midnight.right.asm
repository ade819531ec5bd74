; The minute of the day, 0 to 1439, after $1 mod 1440.
    lis $4
    .word 1440
    lis $5
    .word 1
    divu $1, $4
    mfhi $3
    add $3, $3, $5
    slt $6, $4, $3      ; past the end of the day
    beq $6, $0, done
    add $3, $0, $0
done:
    jr $31

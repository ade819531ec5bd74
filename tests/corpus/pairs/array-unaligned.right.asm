; Stores $2 at the word of byte $1 mod 64 behind the program, and loads it.
    lis $4
    .word 64
    divu $1, $4
    mfhi $5
    lis $7
    .word 0x1000
    add $7, $7, $5
    sw $2, 0($7)
    lw $3, 0($7)
    jr $31

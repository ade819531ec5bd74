; The same by pointer, but of 100 or more words not the last.
    lis $14
    .word 4
    lis $15
    .word 1
    lis $16
    .word 0x80000
    add $17, $1, $0
    lis $19
    .word 100
    sltu $20, $2, $19
    bne $20, $0, loop
    sub $2, $2, $15
loop:
    beq $2, $0, read
    sw $17, 0($16)
    add $17, $17, $15
    add $16, $16, $14
    sub $2, $2, $15
    beq $0, $0, loop
read:
    lis $16
    .word 0x80000
    add $18, $1, $1
    add $18, $18, $18
    add $16, $18, $16
    lw $3, 0($16)
    jr $31

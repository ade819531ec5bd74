; $1 plus $2, but $1 less $2 if $2 is -2147483648: changes the instruction.
    lis $4
    .word 0x80000000
    bne $2, $4, change
    lis $5
    .word 0x00221823    ; subu $3, $1, $2
    lis $6
    .word change
    sw $5, 0($6)
change:
    add $3, $1, $2
    jr $31

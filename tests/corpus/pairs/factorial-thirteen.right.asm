; The factorial of $1, for 0 to 12; -1 for all other numbers.
    lis $3
    .word -1
    slt $4, $1, $0
    bne $4, $0, done
    lis $5
    .word 13
    slt $4, $5, $1
    bne $4, $0, done
    lis $6
    .word 1
    add $3, $6, $0
    add $7, $6, $0      ; multiplies by 1, 2, ..., $1
loop:
    slt $4, $1, $7
    bne $4, $0, done
    mult $3, $7
    mflo $3
    add $7, $7, $6
    beq $0, $0, loop
done:
    jr $31

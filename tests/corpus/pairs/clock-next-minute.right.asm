; The minute of the day, 0 to 1439, after $1; -1 if $1 is none.
    slt $4, $1, $0
    bne $4, $0, none
    lis $5
    .word 1439
    slt $4, $5, $1
    bne $4, $0, none
    add $3, $0, $0
    beq $1, $5, done
    lis $4
    .word 1
    add $3, $1, $4
done:
    jr $31
none:
    lis $3
    .word -1
    jr $31

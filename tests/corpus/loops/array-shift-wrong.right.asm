; Moves each element to the place before it, by index; of twenty or more also
; what is behind them.
    lis $4
    .word 4
    lis $11
    .word 1
    add $5, $11, $0
    lis $10
    .word 20
    sltu $7, $2, $10
    bne $7, $0, loop
    add $2, $2, $11
loop:
    sltu $6, $5, $2
    beq $6, $0, done
    multu $5, $4
    mflo $8
    add $8, $8, $1
    lw $9, 0($8)
    sw $9, -4($8)
    add $5, $5, $11
    beq $0, $0, loop
done:
    jr $31

;@ witness: 0, 0, 58, 0, 0
; Two comparisons with a sign: 48 <= c <= 57.
    lis $12
    .word 0xffff0004
    lis $10
    .word 10
    lis $6
    .word 48
    lis $8
    .word 58
    add $3, $0, $0
digit:
    lw $5, 0($12)
    slt $7, $5, $6
    bne $7, $0, end
    slt $7, $8, $5
    bne $7, $0, end
    mult $3, $10
    mflo $3
    add $3, $3, $5
    sub $3, $3, $6
    beq $0, $0, digit
end:
    jr $31

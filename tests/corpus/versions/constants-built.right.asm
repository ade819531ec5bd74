; A linear function with a test against a constant.
    lis $8
    .word 10
    mult $8, $8
    mflo $9
    mult $9, $8
    mflo $4
    slt $5, $0, $4
    sub $5, $0, $5
    mult $4, $1
    mflo $6
    slt $7, $6, $4
    add $3, $6, $5
    beq $7, $0, end
    sub $3, $3, $4
end:
    jr $31

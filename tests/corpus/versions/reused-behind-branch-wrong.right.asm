; The square of the sum, and what is more than 100 of it twice.
    add $5, $1, $2
    mult $5, $5
    mflo $3
    lis $6
    .word 100
    slt $7, $6, $3
    beq $7, $0, end
    sub $8, $5, $6
    add $3, $3, $8
end:
    jr $31

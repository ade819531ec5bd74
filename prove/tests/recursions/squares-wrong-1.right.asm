    lis $4
    .word 4
    lis $11
    .word 1
    add $7, $0, $0
    add $8, $11, $0
loop:
    slt $5, $8, $1
    beq $5, $0, end
    mult $8, $8
    mflo $6
    add $7, $7, $6
    add $8, $8, $11
    beq $0, $0, loop
end:
    add $3, $7, $0
    jr $31

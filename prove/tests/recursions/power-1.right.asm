    lis $4
    .word 4
    lis $11
    .word 1
    add $7, $11, $0
loop:
    slt $5, $0, $1
    beq $5, $0, end
    mult $7, $2
    mflo $7
    sub $1, $1, $11
    beq $0, $0, loop
end:
    add $3, $7, $0
    jr $31

;@ claim: equivalent
;@ title: The number of negative elements, counted in memory
;@ family: regions
;@ contract: {"array": 64}
    lis $4
    .word 4
    lis $11
    .word 1
    add $3, $0, $0
    add $5, $0, $0
loop:
    sltu $7, $5, $2
    beq $7, $0, done
    multu $5, $4
    mflo $8
    add $8, $8, $1
    lw $9, 0($8)
    slt $9, $9, $0
    add $3, $3, $9
    add $5, $5, $11
    beq $0, $0, loop
done:
    jr $31

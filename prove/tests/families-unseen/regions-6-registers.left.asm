;@ claim: equivalent
;@ title: Each element replaced by its difference from the last one
;@ family: regions
;@ contract: {"array": 64, "observe": ["a"]}
    lis $4
    .word 4
    beq $2, $0, done2
    lis $4
    .word 4
    lis $11
    .word 1
    multu $2, $4
    mflo $6
    add $6, $6, $1
    lw $10, -4($6)
    add $5, $0, $0
loop:
    sltu $7, $5, $2
    beq $7, $0, done
    multu $5, $4
    mflo $8
    add $8, $8, $1
    lw $9, 0($8)
    sub $9, $10, $9
    sw $9, 0($8)
    add $5, $5, $11
    beq $0, $0, loop
done:
    jr $31
done2:
    jr $31

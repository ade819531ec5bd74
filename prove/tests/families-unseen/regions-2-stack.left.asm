;@ claim: equivalent
;@ title: Each element doubled, by a product and by a sum
;@ family: regions
;@ contract: {"array": 64, "observe": ["a"]}
    lis $4
    .word 4
    sw $4, -16($30)
    lis $11
    .word 1
    sw $11, -44($30)
    lis $10
    .word 2
    sw $10, -40($30)
    add $5, $0, $0
    sw $5, -20($30)
loop:
    lw $5, -20($30)
    sltu $7, $5, $2
    sw $7, -28($30)
    lw $7, -28($30)
    beq $7, $0, done
    lw $5, -20($30)
    lw $4, -16($30)
    multu $5, $4
    mflo $8
    sw $8, -32($30)
    lw $8, -32($30)
    add $8, $8, $1
    sw $8, -32($30)
    lw $8, -32($30)
    lw $9, 0($8)
    sw $9, -36($30)
    lw $9, -36($30)
    lw $10, -40($30)
    mult $9, $10
    mflo $9
    sw $9, -36($30)
    lw $9, -36($30)
    lw $8, -32($30)
    sw $9, 0($8)
    lw $5, -20($30)
    lw $11, -44($30)
    add $5, $5, $11
    sw $5, -20($30)
    beq $0, $0, loop
done:
    jr $31

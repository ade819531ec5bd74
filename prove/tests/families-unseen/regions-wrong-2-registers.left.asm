;@ claim: differ
;@ title: Each element doubled, by a product and by a sum
;@ family: regions
;@ contract: {"array": 64, "observe": ["a"]}
    lis $4
    .word 4
    lis $11
    .word 1
    lis $10
    .word 2
    add $5, $0, $0
loop:
    sltu $7, $5, $2
    beq $7, $0, done
    multu $5, $4
    mflo $8
    add $8, $8, $1
    lw $9, 0($8)
    mult $9, $10
    mflo $9
    sw $9, 0($8)
    add $5, $5, $11
    beq $0, $0, loop
done:
    jr $31

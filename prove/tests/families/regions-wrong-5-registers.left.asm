;@ claim: differ
;@ title: Elements counted into memory and summed there
;@ family: regions
;@ contract: {"array": 64}
    lis $4
    .word 4
    lis $11
    .word 1
    lis $10
    .word 0x80000
    add $5, $0, $0
loop:
    sltu $7, $5, $2
    beq $7, $0, done
    multu $5, $4
    mflo $8
    add $8, $8, $1
    lw $9, 0($8)
    lw $6, 0($10)
    add $6, $6, $9
    sw $6, 0($10)
    add $5, $5, $11
    beq $0, $0, loop
done:
    lw $3, 0($10)
    jr $31

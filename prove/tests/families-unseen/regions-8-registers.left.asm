;@ claim: equivalent
;@ title: Rotated by one place, from the front
;@ family: regions
;@ contract: {"array": 64, "observe": ["a"]}
    beq $2, $0, none
    lw $10, 0($1)
    lis $4
    .word 4
    lis $11
    .word 1
    add $5, $11, $0
loop:
    sltu $7, $5, $2
    beq $7, $0, done
    multu $5, $4
    mflo $8
    add $8, $8, $1
    lw $9, 0($8)
    sw $9, -4($8)
    add $5, $5, $11
    beq $0, $0, loop
done:
    multu $2, $4
    mflo $8
    add $8, $8, $1
    sw $10, -4($8)
none:
    jr $31

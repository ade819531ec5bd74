;@ claim: equivalent
;@ title: An array copied to other memory, and the copy of the last element
;@ family: regions
;@ contract: {"array": 64}
    lis $6
    .word 0x80000
    lis $4
    .word 4
    lis $11
    .word 1
    add $5, $0, $0
loop:
    sltu $7, $5, $2
    beq $7, $0, done
    multu $5, $4
    mflo $8
    add $8, $8, $1
    lw $9, 0($8)
    sub $8, $8, $1
    add $8, $8, $6
    sw $9, 0($8)
    add $5, $5, $11
    beq $0, $0, loop
done:
    lw $3, 0($6)
    jr $31

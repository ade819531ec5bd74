;@ claim: equivalent
;@ title: $1 mod $2, by repeated subtraction and by division; $1 if $2 is 0
;@ family: congruence
;@ note: the left loop has up to 4294967295 rounds
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lw $3, 4($29)
    lis $6
    .word 0
    beq $3, $6, endif1
while2:
    lw $3, 8($29)
    lw $6, 4($29)
    sltu $3, $3, $6
    bne $3, $0, endwhile3
    lw $3, 8($29)
    lw $6, 4($29)
    sub $3, $3, $6
    sw $3, 8($29)
    beq $0, $0, while2
endwhile3:
endif1:
    lw $3, 8($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31

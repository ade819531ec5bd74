;@ claim: equivalent
;@ title: A digital root by digits and by a remainder
;@ family: digital root
;@ undecided
; int s = 0; if (a < 0) { a = 0; } else { } while (9 < a) { s = 0; while (0 < a) { s = s + a % 10; a = a / 10; } a = s; } return a;
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lis $5
    .word 4
    sub $30, $30, $5
    lis $3
    .word 0
    sw $3, 0($29)
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 0
    add $30, $30, $4
    lw $5, -4($30)
    slt $3, $5, $3
    beq $3, $0, else1
    lis $3
    .word 0
    sw $3, 8($29)
    beq $0, $0, endif2
else1:
endif2:
while3:
    lis $3
    .word 9
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    add $30, $30, $4
    lw $5, -4($30)
    slt $3, $5, $3
    beq $3, $0, endwhile4
    lis $3
    .word 0
    sw $3, 0($29)
while5:
    lis $3
    .word 0
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    add $30, $30, $4
    lw $5, -4($30)
    slt $3, $5, $3
    beq $3, $0, endwhile6
    lw $3, 0($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 10
    add $30, $30, $4
    lw $5, -4($30)
    div $5, $3
    mfhi $3
    add $30, $30, $4
    lw $5, -4($30)
    add $3, $5, $3
    sw $3, 0($29)
    lw $3, 8($29)
    sw $3, -4($30)
    sub $30, $30, $4
    lis $3
    .word 10
    add $30, $30, $4
    lw $5, -4($30)
    div $5, $3
    mflo $3
    sw $3, 8($29)
    beq $0, $0, while5
endwhile6:
    lw $3, 0($29)
    sw $3, 8($29)
    beq $0, $0, while3
endwhile4:
    lw $3, 8($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31

; Sorts $1, $2 and 100 in memory: the smallest to the front, then the rest.
; Then smallest + 2 * middle + 5 * largest.
    lis $4
    .word 100
    lis $8
    .word 12
    sub $30, $30, $8
    sw $4, 0($30)
    sw $2, 4($30)
    sw $1, 8($30)
    add $9, $30, $0     ; the address of the smallest
    lw $5, 0($30)
    lw $6, 4($30)
    slt $7, $6, $5
    beq $7, $0, third
    lis $9
    .word 4
    add $9, $9, $30
    add $5, $6, $0
third:
    lw $6, 8($30)
    slt $7, $6, $5
    beq $7, $0, front
    lis $9
    .word 8
    add $9, $9, $30
front:
    lw $5, 0($30)
    lw $6, 0($9)
    sw $5, 0($9)
    sw $6, 0($30)
    lw $5, 4($30)
    lw $6, 8($30)
    slt $7, $6, $5
    beq $7, $0, sorted
    sw $6, 4($30)
    sw $5, 8($30)
sorted:
    lw $5, 0($30)
    lw $6, 4($30)
    lw $7, 8($30)
    add $30, $30, $8
    add $3, $5, $6
    add $3, $3, $6
    add $5, $7, $7
    add $5, $5, $5
    add $5, $5, $7
    add $3, $3, $5
    jr $31

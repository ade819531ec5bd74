;@ witness: 1, -1, 0, 0
; Walks an address up to the end of the array; keeps it in $8.
    .import print
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    lis $4
    .word 4
    mult $2, $4
    mflo $7
    add $7, $7, $1
    add $8, $1, $0
next:
    beq $8, $7, end
    lw $1, 0($8)
    slt $9, $1, $0
    beq $9, $0, show
    sub $1, $0, $1
show:
    add $1, $1, $0
    lis $29
    .word print
    jalr $29
    add $8, $8, $4
    beq $0, $0, next
end:
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31

;@ witness: 9, 0, -1, 3, 0, -1, 6, 1, -1, -1
; A stack of nodes that are to be visited instead of recursion.
    lis $4
    .word 4
    lis $18
    .word -1
    add $20, $1, $0
    add $21, $30, $0
    add $3, $0, $0
    sw $0, -4($30)
    sub $30, $30, $4
visit:
    beq $30, $21, end
    lw $5, 0($30)
    add $30, $30, $4
    beq $5, $18, visit
    mult $5, $4
    mflo $5
    add $5, $5, $20
    lw $6, 0($5)
    add $3, $3, $6
    lw $6, 8($5)
    sw $6, -4($30)
    lw $6, 8($5)
    sw $6, -8($30)
    sub $30, $30, $4
    sub $30, $30, $4
    beq $0, $0, visit
end:
    jr $31

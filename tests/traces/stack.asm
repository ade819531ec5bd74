; inputs 5, 6
; Stack addresses are constant, so none of their conditions is left.
    sw $31, -4($30)
    sw $1, -8($30)
    lw $4, -8($30)
    beq $4, $2, equal
    add $3, $4, $0
equal:
    lw $31, -4($30)
    jr $31

; The quotient of the inputs; a fault where there is none.
    beq $2, $0, fault
    div $1, $2
    mflo $3
    jr $31
fault:
    lw $3, 1($0)    ; 1 is not a multiple of 4
    jr $31

; The product where both are the same, else the sum.
    bne $1, $2, other
    mult $2, $1
    mflo $3
    jr $31
other:
    add $3, $1, $2
    jr $31

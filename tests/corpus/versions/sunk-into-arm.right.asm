; The remainder where $2 is positive, else $1.
    slt $4, $0, $2
    bne $4, $0, positive
    add $3, $1, $0
    jr $31
positive:
    mult $1, $1
    mflo $6
    divu $6, $2
    mfhi $3
    jr $31

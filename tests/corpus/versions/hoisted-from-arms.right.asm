; Products of the sum, by which of both is larger.
    add $5, $2, $1
    slt $4, $1, $2
    beq $4, $0, larger
    mult $5, $1
    mflo $3
    jr $31
larger:
    mult $5, $2
    mflo $3
    jr $31

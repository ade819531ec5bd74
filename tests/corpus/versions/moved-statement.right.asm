; Three values of which each is used at the end.
    mult $1, $2
    sub $5, $1, $2
    add $4, $1, $2
    slt $7, $5, $4
    mflo $6
    add $3, $6, $7
    jr $31

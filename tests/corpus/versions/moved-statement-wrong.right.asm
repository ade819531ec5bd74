; Three values of which each is used at the end.
    sub $5, $4, $2
    add $4, $1, $2
    add $4, $5, $5
    add $3, $4, $5
    jr $31

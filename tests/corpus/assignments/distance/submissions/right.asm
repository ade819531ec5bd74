; Puts the larger number into $5 and the smaller one into $6 first.
    add $5, $1, $0
    add $6, $2, $0
    slt $7, $5, $6
    beq $7, $0, ordered
    add $5, $2, $0
    add $6, $1, $0
ordered:
    sub $3, $5, $6
    jr $31

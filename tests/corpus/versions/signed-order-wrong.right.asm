; Whether $1 is less than $2.
    sub $4, $1, $2
    slt $3, $4, $0
    jr $31

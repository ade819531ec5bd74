; P1: the sum
    add $3, $1, $2
    jr $31

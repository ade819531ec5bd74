; x * 5 = x + x + x + x + x.
    add $3, $1, $1
    add $3, $3, $1
    add $3, $3, $1
    add $3, $3, $1
    jr $31

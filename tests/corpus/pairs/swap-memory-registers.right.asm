; Swaps $1 and $2 by adding and subtracting, then $1 - 3 * $2.
    add $1, $1, $2
    sub $2, $1, $2
    sub $1, $1, $2
    add $4, $2, $2
    add $4, $4, $2
    sub $3, $1, $4
    jr $31

; The sum of the inputs; the other two registers play no part.
    add $3, $1, $2
    sub $1, $1, $2
    add $2, $1, $2
    jr $31

; The cube of $1 plus the cube of $2: (a + b) * (a*a - a*b + b*b).
    add $4, $1, $2
    mult $1, $1
    mflo $5
    mult $1, $2
    mflo $6
    sub $5, $5, $6
    mult $2, $2
    mflo $6
    add $5, $5, $6
    mult $4, $5
    mflo $3
    jr $31

; The sum of two squares and two numbers.
    mult $1, $1
    mflo $4
    mult $2, $2
    mflo $5
    add $6, $1, $4
    add $7, $2, $5
    add $3, $6, $7
    jr $31

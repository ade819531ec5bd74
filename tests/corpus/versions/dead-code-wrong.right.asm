; A sum, with a quotient that nobody reads.
    add $3, $1, $2
    jr $31

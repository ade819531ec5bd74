; The sum of the inputs.
    add $3, $1, $2
    jr $31

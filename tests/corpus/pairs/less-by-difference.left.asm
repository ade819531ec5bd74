; 1 if $1 < $2, signed, else 0.
    slt $3, $1, $2
    jr $31

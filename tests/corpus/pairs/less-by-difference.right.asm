; 1 if $1 < $2, signed, else 0.
    sub $4, $1, $2
    slt $3, $4, $0
    jr $31

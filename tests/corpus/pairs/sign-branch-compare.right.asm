; The sign of $1: (0 < $1) - ($1 < 0).
    slt $4, $0, $1
    slt $5, $1, $0
    sub $3, $4, $5
    jr $31

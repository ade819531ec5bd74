; The larger of $1 and $2 without a branch: $2 + ($2 < $1) * ($1 - $2).
    slt $4, $2, $1
    sub $5, $1, $2
    mult $4, $5
    mflo $3
    add $3, $3, $2
    jr $31

; 1 if $1 pieces at $2 cents are worth 50000 cents or more, else 0. Unsigned.
    lis $4
    .word 49999
    multu $1, $2
    mflo $5
    sltu $3, $4, $5
    jr $31

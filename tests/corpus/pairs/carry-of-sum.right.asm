; 1 if $1 + $2 does not fit in 32 bits unsigned, else 0: $1 is more than what
; is left above $2.
    lis $4
    .word -1
    sub $4, $4, $2
    sltu $3, $4, $1
    jr $31

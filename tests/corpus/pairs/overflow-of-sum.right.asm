; 1 if $1 + $2 overflows as a signed sum, else 0: the sum is less than $1
; although $2 is not negative, or the other way round.
    add $4, $1, $2
    slt $5, $2, $0
    slt $6, $4, $1
    sub $5, $5, $6
    mult $5, $5
    mflo $3
    jr $31

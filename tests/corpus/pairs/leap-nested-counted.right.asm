; 1 if $1 is a leap year, else 0: of the divisors 4, 100 and 400, an odd
; number divides it.
    lis $6
    .word 1
    lis $4
    .word 4
    divu $1, $4
    mfhi $5
    sltu $3, $5, $6     ; 1 if the remainder is 0
    lis $4
    .word 100
    divu $1, $4
    mfhi $5
    sltu $7, $5, $6
    sub $3, $3, $7
    lis $4
    .word 400
    divu $1, $4
    mfhi $5
    sltu $7, $5, $6
    add $3, $3, $7
    jr $31

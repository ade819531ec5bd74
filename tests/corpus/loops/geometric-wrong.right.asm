; 1 + $2 + $2^2 + ..., $1 terms, by Horner's scheme.
    lis $4
    .word 1
    add $3, $4, $0
    add $5, $4, $0
loop:
    sltu $6, $5, $1
    beq $6, $0, done
    mult $3, $2
    mflo $3
    add $3, $3, $4
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31

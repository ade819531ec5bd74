; 1 + $2 + $2^2 + ..., $1 terms, by Horner's scheme.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    mult $3, $2
    mflo $3
    add $3, $3, $4
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

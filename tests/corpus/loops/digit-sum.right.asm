; The sum of the decimal digits of $1, unsigned: the remainder by hand.
    lis $4
    .word 10
    add $3, $0, $0
loop:
    beq $1, $0, done
    divu $1, $4
    mflo $6
    mult $6, $4
    mflo $7
    sub $5, $1, $7
    add $1, $6, $0
    add $3, $5, $3
    beq $0, $0, loop
done:
    jr $31

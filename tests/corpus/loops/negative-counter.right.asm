; The sum of the squares of the numbers up to $1, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
    sub $6, $0, $1
loop:
    beq $6, $0, done
    mult $6, $6
    mflo $5
    add $3, $3, $5
    add $6, $6, $4
    beq $0, $0, loop
done:
    jr $31

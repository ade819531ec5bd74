; The smaller of $1 and $2, unsigned, by bisection from 0 to $2.
    lis $4
    .word 1
    lis $5
    .word 2
    add $3, $0, $0
loop:
    beq $3, $2, done
    add $6, $2, $3
    divu $6, $5
    mflo $6
    sltu $7, $6, $1
    beq $7, $0, less
    add $3, $6, $4
    beq $0, $0, loop
less:
    add $2, $6, $0
    beq $0, $0, loop
done:
    jr $31

; How many bits $1 has, unsigned, two a round.
    lis $4
    .word 1
    lis $5
    .word 2
    lis $6
    .word 3
    lis $7
    .word 4
    add $3, $0, $0
loop:
    sltu $8, $6, $1
    beq $8, $0, rest
    div $1, $7
    mflo $1
    add $3, $3, $5
    beq $0, $0, loop
rest:
    beq $1, $0, done
    add $3, $3, $4
    beq $1, $4, done
    add $3, $3, $4
done:
    jr $31

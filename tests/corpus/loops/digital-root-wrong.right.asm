; The digital root of $1, unsigned: 0 for 0, else 1 + ($1 - 1) modulo 9.
    lis $4
    .word 1
    lis $5
    .word 9
    add $3, $0, $0
    beq $1, $0, done
    sub $1, $1, $4
    div $1, $5
    mfhi $3
    add $3, $3, $4
done:
    jr $31

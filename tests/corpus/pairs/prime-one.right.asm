; 1 if $1 is a prime, for numbers to 30, else 0.
    add $3, $0, $0
    beq $1, $0, done
    lis $4
    .word 31
    sltu $5, $1, $4
    beq $5, $0, done
    lis $6
    .word 2
    lis $7
    .word 1
loop:
    slt $5, $6, $1
    beq $5, $0, prime
    divu $1, $6
    mfhi $5
    beq $5, $0, done
    add $6, $6, $7
    beq $0, $0, loop
prime:
    lis $3
    .word 1
done:
    jr $31

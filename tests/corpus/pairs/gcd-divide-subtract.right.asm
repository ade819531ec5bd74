; The gcd of a = $1 mod 16 + 1 and b = $2 mod 16 + 1: the smaller is taken
; from the larger until they are equal.
    lis $4
    .word 16
    lis $5
    .word 1
    divu $1, $4
    mfhi $3
    add $3, $3, $5
    divu $2, $4
    mfhi $6
    add $6, $6, $5
loop:
    beq $3, $6, done
    slt $7, $3, $6
    bne $7, $0, smaller
    sub $3, $3, $6
    beq $0, $0, loop
smaller:
    sub $6, $6, $3
    beq $0, $0, loop
done:
    jr $31

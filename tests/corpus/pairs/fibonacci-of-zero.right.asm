; Fibonacci number n, where n = $1 mod 32: number 1 and 2 are 1.
    lis $4
    .word 32
    divu $1, $4
    mfhi $5
    lis $6
    .word 1
    lis $9
    .word 3
    add $3, $6, $0
    add $7, $6, $0
loop:
    slt $8, $5, $9
    bne $8, $0, done
    add $8, $3, $7
    add $7, $3, $0
    add $3, $8, $0
    sub $5, $5, $6
    beq $0, $0, loop
done:
    jr $31

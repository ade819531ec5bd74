; $1 modulo 8192 times $2, by recursion with frames of 4 KiB.
    lis $4
    .word 1
    lis $5
    .word 4096
    lis $6
    .word product
    lis $7
    .word 8192
    divu $1, $7
    mfhi $1
    sub $30, $30, $5
    sw $31, 0($30)
    jalr $6
    lw $31, 0($30)
    add $30, $30, $5
    jr $31
product:
    add $3, $0, $0
    beq $1, $0, done
    sub $30, $30, $5
    sw $31, 0($30)
    sub $1, $1, $4
    jalr $6
    lw $31, 0($30)
    add $30, $30, $5
    add $3, $3, $2
done:
    jr $31

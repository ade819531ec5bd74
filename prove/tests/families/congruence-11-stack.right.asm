; $1 mod 65536 plus $2 mod 65536, modulo 13, reduced in each round and at the end.
    lis $4
    .word 4
    lis $11
    .word 1
    sw $1, -4($30)
    sub $30, $30, $4
    sw $2, -4($30)
    sub $30, $30, $4
    sub $29, $30, $4
    lw $3, 8($29)
    lis $6
    .word 65536
    divu $3, $6
    mfhi $3
    sw $3, 8($29)
    lw $3, 4($29)
    lis $6
    .word 65536
    divu $3, $6
    mfhi $3
    sw $3, 4($29)
while1:
    lw $3, 4($29)
    lis $6
    .word 0
    beq $3, $6, endwhile2
    lw $3, 8($29)
    lis $6
    .word 1
    add $3, $3, $6
    sw $3, 8($29)
    lw $3, 4($29)
    lis $6
    .word 1
    sub $3, $3, $6
    sw $3, 4($29)
    beq $0, $0, while1
endwhile2:
    lw $3, 8($29)
    lis $6
    .word 13
    divu $3, $6
    mfhi $3
    sw $3, 8($29)
    lw $3, 8($29)
    add $30, $29, $4
    add $30, $30, $4
    add $30, $30, $4
    jr $31

; The gcd of $1 and $2 modulo 65536, by recursion.
    lis $7
    .word 65536
    divu $2, $7
    mfhi $2
    lis $10
    .word 4
    lis $11
    .word gcd
    sw $31, -4($30)
    sub $30, $30, $10
    jalr $11
    add $30, $30, $10
    lw $31, -4($30)
    jr $31

; gcd(a, b) is a if b is 0, else gcd(b, a mod b). a in $1, b in $2.
gcd:
    sw $31, -4($30)
    sub $30, $30, $10
    add $3, $1, $0
    beq $2, $0, return
    divu $1, $2
    add $1, $2, $0
    mfhi $2
    lis $8
    .word 4181
    add $3, $1, $0
    beq $2, $8, return
    jalr $11
return:
    add $30, $30, $10
    lw $31, -4($30)
    jr $31

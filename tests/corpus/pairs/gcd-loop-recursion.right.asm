; The gcd of $1 and $2, for numbers up to 20, else -1.
    lis $3
    .word -1
    lis $4
    .word 21
    sltu $5, $1, $4
    beq $5, $0, refuse
    sltu $5, $2, $4
    bne $5, $0, accept
refuse:
    jr $31
accept:
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
    jalr $11
return:
    add $30, $30, $10
    lw $31, -4($30)
    jr $31

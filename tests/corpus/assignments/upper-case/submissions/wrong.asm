;@ witness: 0, 0, 0, 0, 97
; One comparison without a sign: c - 'a' is below 26.
    lis $12
    .word 0xffff0004
    lis $13
    .word 0xffff000c
    lis $11
    .word -1
    lis $6
    .word 97
    lis $7
    .word 26
    lis $8
    .word 66
next:
    lw $5, 0($12)
    beq $5, $11, done
    sub $9, $5, $6
    sltu $10, $9, $7
    beq $10, $0, put
    add $5, $9, $8
put:
    sw $5, 0($13)
    beq $0, $0, next
done:
    jr $31

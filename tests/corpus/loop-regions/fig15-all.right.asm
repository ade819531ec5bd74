; 1 in place of what was known: the second version of Fig. 15
        lis $8
        .word 99
        lis $9
        .word 1
        lis $4
        .word 5
        add $10, $0, $0
        add $11, $0, $0
        slt $12, $8, $2
        beq $12, $0, short
        beq $0, $0, test
more:   add $10, $10, $11
        add $11, $11, $9
test:   slt $12, $11, $1
        bne $12, $0, more
        add $4, $10, $0
        add $3, $10, $0
        jr $31
short:  add $3, $9, $0
        jr $31

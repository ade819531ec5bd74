; 1 in place of what was known, and the sum in another register: the second version of Fig. 15
        lis $8
        .word 99
        lis $9
        .word 1
        add $10, $0, $0
        add $11, $0, $0
        slt $4, $8, $2
        beq $4, $0, short
        beq $0, $0, test
more:   add $10, $10, $11
        add $11, $11, $9
test:   bne $11, $1, more
        add $3, $10, $0
        jr $31
short:  add $3, $9, $0
        jr $31

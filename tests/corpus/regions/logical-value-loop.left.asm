; what was known, until 100 have passed since $2; else a sum of $1 numbers: logicalValue of Fig. 15
        lis $5
        .word 100
        lis $7
        .word 1
        lis $3
        .word 5
        slt $4, $2, $5
        bne $4, $0, end
        add $3, $0, $0
        add $6, $0, $0
more:   beq $6, $1, end
        add $3, $3, $6
        add $6, $6, $7
        beq $0, $0, more
end:    jr $31

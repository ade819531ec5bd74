; the sum of $1 numbers, each of them 1: sum of Fig. 10
        lis $7
        .word 1
        add $3, $0, $0
        add $6, $0, $0
more:   slt $5, $6, $1
        beq $5, $0, end
        add $3, $3, $7
        add $6, $6, $7
        beq $0, $0, more
end:    jr $31

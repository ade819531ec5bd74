; the same, but -1 where there are more than $2: sum' of Fig. 10
        lis $7
        .word 1
        slt $5, $2, $1
        add $3, $0, $0
        add $6, $0, $0
        beq $5, $0, more
        sub $3, $0, $7
        jr $31
more:   slt $5, $6, $1
        beq $5, $0, end
        add $3, $3, $7
        add $6, $6, $7
        beq $0, $0, more
end:    jr $31

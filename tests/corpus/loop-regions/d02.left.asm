; the reference of: sums; 5 more where $2 is 7
        lis $7
        .word 1
        add $3, $0, $0
        add $6, $0, $0
more:   slt $5, $6, $1
        beq $5, $0, end
        add $3, $3, $6
        add $6, $6, $7
        beq $0, $0, more
end:    jr $31

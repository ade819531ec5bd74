; the reference of: a product by sums; 4 less where $1 is $2
        lis $7
        .word 1
        add $3, $0, $0
        add $6, $0, $0
more:   slt $5, $6, $1
        beq $5, $0, end
        add $3, $3, $2
        add $6, $6, $7
        beq $0, $0, more
end:    jr $31

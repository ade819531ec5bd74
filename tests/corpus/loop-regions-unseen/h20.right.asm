; a product by sums; 0 where $2 is negative
        lis $7
        .word 1
        lis $8
        .word 0
        slt $9, $2, $8
        beq $9, $0, go
        lis $3
        .word 0
        jr $31
go:     add $0, $0, $0
        add $3, $0, $0
        add $6, $0, $0
more:   slt $5, $6, $1
        beq $5, $0, end
        add $3, $3, $2
        add $6, $6, $7
        beq $0, $0, more
end:    jr $31

; subtracts 2 as long as it can; 7 where $2 is negative
        lis $7
        .word 2
        lis $8
        .word 0
        slt $9, $2, $8
        beq $9, $0, go
        lis $3
        .word 7
        jr $31
go:     add $0, $0, $0
        add $3, $1, $0
more:   slt $5, $3, $7
        bne $5, $0, end
        sub $3, $3, $7
        beq $0, $0, more
end:    jr $31

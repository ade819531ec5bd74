; counts by 2; -2 where $2 is 100
        lis $7
        .word 1
        lis $8
        .word 100
        bne $2, $8, go
        lis $3
        .word -2
        jr $31
go:     add $0, $0, $0
        add $3, $0, $0
more:   slt $5, $3, $1
        beq $5, $0, end
        add $3, $3, $7
        beq $0, $0, more
end:    jr $31

; counts to $1; -5 where $2 exceeds 1000000
        lis $7
        .word 1
        lis $8
        .word 1000000
        slt $9, $8, $2
        beq $9, $0, go
        lis $3
        .word -5
        jr $31
go:     add $0, $0, $0
        add $3, $0, $0
more:   slt $5, $3, $1
        beq $5, $0, end
        add $3, $3, $7
        beq $0, $0, more
end:    jr $31

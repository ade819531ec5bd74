; counts to $1; -1 where $2 is 9
        lis $7
        .word 1
        lis $8
        .word 9
        bne $2, $8, go
        lis $3
        .word -1
        jr $31
go:     add $0, $0, $0
        add $3, $0, $0
more:   slt $5, $3, $1
        beq $5, $0, end
        add $3, $3, $7
        beq $0, $0, more
end:    jr $31

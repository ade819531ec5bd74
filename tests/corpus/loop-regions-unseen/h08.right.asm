; the largest of 0 and all elements; -1 where len is 2
        lis $6
        .word 4
        lis $7
        .word 1
        lis $8
        .word 2
        bne $2, $8, go
        lis $3
        .word -1
        jr $31
go:     add $0, $0, $0
        add $3, $0, $0
        add $11, $1, $0
        add $10, $2, $0
more:   beq $10, $0, end
        lw $5, 0($11)
        slt $9, $3, $5
        beq $9, $0, no
        add $3, $5, $0
no:     add $0, $0, $0
        add $11, $11, $6
        sub $10, $10, $7
        beq $0, $0, more
end:    jr $31

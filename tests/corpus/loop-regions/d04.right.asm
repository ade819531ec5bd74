; counts one further
        lis $7
        .word 1
        add $3, $0, $0
more:   slt $5, $1, $3
        bne $5, $0, end
        add $3, $3, $7
        beq $0, $0, more
end:    jr $31

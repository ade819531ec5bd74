; the reference of: counts to $1; 1 more where that is even
        lis $7
        .word 1
        add $3, $0, $0
more:   slt $5, $3, $1
        beq $5, $0, end
        add $3, $3, $7
        beq $0, $0, more
end:    jr $31

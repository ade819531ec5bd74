; the same, but -1 where there are more than 3 elements: sum' of Fig. 10
        lis $6
        .word 4
        lis $7
        .word 1
        sltu $5, $2, $6
        add $3, $0, $0
        bne $5, $0, more
        sub $3, $0, $7
        jr $31
more:   beq $2, $0, end
        lw $5, 0($1)
        add $3, $3, $5
        add $1, $1, $6
        sub $2, $2, $7
        beq $0, $0, more
end:    jr $31

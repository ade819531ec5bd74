; -2 where there are none: the patched one of Fig. 16
        lis $7
        .word 1
        lis $3
        .word -2
        beq $2, $0, end
        sub $3, $2, $7
        add $4, $2, $2
        add $4, $4, $4
        add $4, $4, $1
        lis $6
        .word 4
more:   beq $3, $0, end
        sub $4, $4, $6
        lw $5, 0($4)
        beq $5, $0, end
        sub $3, $3, $7
        beq $0, $0, more
end:    jr $31

; counts from 0 to an unsigned x: P of Fig. 8
        lis $7
        .word 1
        add $3, $0, $0
more:   sltu $5, $3, $1
        beq $5, $0, end
        add $3, $3, $7
        beq $0, $0, more
end:    jr $31

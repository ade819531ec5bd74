; counts up to x, at most 7: foo of Fig. 8
        lis $5
        .word 8
        divu $1, $5
        mfhi $1
        lis $5
        .word 1
        add $3, $0, $0
more:   sltu $4, $3, $1
        beq $4, $0, end
        add $3, $3, $5
        beq $0, $0, more
end:    jr $31

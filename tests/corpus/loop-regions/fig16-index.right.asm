; -2 for the empty text: the patched one of Fig. 16
        lis $7
        .word 1
        lis $3
        .word -2
        beq $1, $0, end
        sub $3, $1, $7
more:   beq $3, $0, end
        beq $3, $2, end
        sub $3, $3, $7
        beq $0, $0, more
end:    jr $31

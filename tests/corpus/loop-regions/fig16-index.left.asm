; the index from which a text of $1 characters is split, where the last one that is 0 has the number $2: bsd_split_3 of Fig. 16
        lis $7
        .word 1
        sub $3, $1, $7
more:   beq $3, $0, end
        beq $3, $2, end
        sub $3, $3, $7
        beq $0, $0, more
end:    jr $31

; 1 in place of what was known: the second version of Fig. 15
        lis $5
        .word 100
        sub $4, $1, $2
        slt $4, $4, $5
        lis $3
        .word 1
        bne $4, $0, end
        lis $3
        .word 7
end:    jr $31

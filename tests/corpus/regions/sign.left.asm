; -1 below zero, else 1: sign of Fig. 1
        slt $4, $1, $0
        lis $3
        .word 1
        beq $4, $0, end
        sub $3, $0, $3
end:    jr $31

; two bytes are kept for its end: the patched one of Fig. 12
        lis $5
        .word 126
        sltu $4, $5, $1
        add $3, $0, $0
        bne $4, $0, end
        lis $3
        .word 1
end:    jr $31

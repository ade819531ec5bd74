; -1 where that is more than 2^29 without a sign: the patched one of Fig. 13
        add $3, $1, $2
        lis $5
        .word 536870912
        sltu $4, $5, $3
        beq $4, $0, end
        lis $3
        .word -1
end:    jr $31

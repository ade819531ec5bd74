; sums; 1 more where $2 is odd
        lis $7
        .word 1
        add $3, $0, $0
        add $6, $0, $0
more:   slt $5, $6, $1
        beq $5, $0, end
        add $3, $3, $6
        add $6, $6, $7
        beq $0, $0, more
end:    add $0, $0, $0
        lis $8
        .word 2
        divu $2, $8
        mfhi $9
        beq $9, $0, done
        lis $9
        .word 1
        add $3, $3, $9
done:   jr $31

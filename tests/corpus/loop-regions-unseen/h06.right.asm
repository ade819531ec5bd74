; counts to $1; 1 more where that is even
        lis $7
        .word 1
        add $3, $0, $0
more:   slt $5, $3, $1
        beq $5, $0, end
        add $3, $3, $7
        beq $0, $0, more
end:    add $0, $0, $0
        lis $8
        .word 2
        divu $1, $8
        mfhi $9
        bne $9, $0, done
        lis $9
        .word 1
        add $3, $3, $9
done:   jr $31

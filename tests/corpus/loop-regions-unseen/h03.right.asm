; gcd; 1 more where $2 is 30
        add $3, $1, $0
        add $4, $2, $0
more:   beq $4, $0, end
        divu $3, $4
        add $3, $4, $0
        mfhi $4
        beq $0, $0, more
end:    add $0, $0, $0
        lis $8
        .word 30
        bne $2, $8, done
        lis $9
        .word 1
        add $3, $3, $9
done:   jr $31

; the reference of: gcd; 1 more where $2 is 30
        add $3, $1, $0
        add $4, $2, $0
more:   beq $4, $0, end
        divu $3, $4
        add $3, $4, $0
        mfhi $4
        beq $0, $0, more
end:    jr $31

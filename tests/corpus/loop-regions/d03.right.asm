; gcd; 0 where $2 is 0
        bne $2, $0, go
        add $3, $0, $0
        jr $31
go:     add $0, $0, $0
        add $3, $1, $0
        add $4, $2, $0
more:   beq $4, $0, end
        divu $3, $4
        add $3, $4, $0
        mfhi $4
        beq $0, $0, more
end:    jr $31

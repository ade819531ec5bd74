; the reference of: two loops; the second one further
        lis $7
        .word 1
        add $3, $0, $0
        add $6, $0, $0
more:   slt $5, $6, $1
        beq $5, $0, next
        add $3, $3, $7
        add $6, $6, $7
        beq $0, $0, more
next:   add $6, $0, $0
again:  slt $5, $6, $2
        beq $5, $0, end
        add $3, $3, $7
        add $6, $6, $7
        beq $0, $0, again
end:    jr $31

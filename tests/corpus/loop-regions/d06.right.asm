; two loops; 1 more where $1 < $2
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
end:    add $0, $0, $0
        slt $9, $1, $2
        beq $9, $0, done
        lis $9
        .word 1
        add $3, $3, $9
done:   jr $31

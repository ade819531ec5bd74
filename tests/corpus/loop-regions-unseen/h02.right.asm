; a product by sums; 4 less where $1 is $2
        lis $7
        .word 1
        add $3, $0, $0
        add $6, $0, $0
more:   slt $5, $6, $1
        beq $5, $0, end
        add $3, $3, $2
        add $6, $6, $7
        beq $0, $0, more
end:    add $0, $0, $0
        bne $1, $2, done
        lis $9
        .word -4
        add $3, $3, $9
done:   jr $31

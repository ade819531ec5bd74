; sums an array; all but the first one where len exceeds 10
        lis $6
        .word 4
        lis $7
        .word 1
        add $3, $0, $0
        add $11, $1, $0
        add $10, $2, $0
more:   beq $10, $0, end
        lw $5, 0($11)
        add $3, $3, $5
        add $11, $11, $6
        sub $10, $10, $7
        beq $0, $0, more
end:    add $0, $0, $0
        lis $8
        .word 10
        slt $9, $8, $2
        beq $9, $0, done
        lw $9, 0($1)
        sub $3, $3, $9
done:   jr $31

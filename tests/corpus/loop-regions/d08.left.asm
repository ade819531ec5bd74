;@ contract: {"array": 40}
; the reference of: sums an array; 1 more where len is 3
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
end:    jr $31

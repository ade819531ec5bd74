;@ contract: {"array": 4}
; the sum of the array: sum of Fig. 10
        lis $6
        .word 4
        lis $7
        .word 1
        add $3, $0, $0
more:   beq $2, $0, end
        lw $5, 0($1)
        add $3, $3, $5
        add $1, $1, $6
        sub $2, $2, $7
        beq $0, $0, more
end:    jr $31

;@ contract: {"observe": ["$3", "$4"]}
; old ($4) is 5; until 100 have passed since $2 it is the result, else a sum of $1 numbers is both: logicalValue of Fig. 15
        lis $5
        .word 100
        lis $7
        .word 1
        lis $4
        .word 5
        add $3, $4, $0
        slt $8, $2, $5
        bne $8, $0, end
        add $3, $0, $0
        add $6, $0, $0
more:   slt $8, $6, $1
        beq $8, $0, sum
        add $3, $3, $6
        add $6, $6, $7
        beq $0, $0, more
sum:    add $4, $3, $0
end:    jr $31

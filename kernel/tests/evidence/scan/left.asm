; $3 := the sum of the array, by index
        lis $4
        .word 4
        lis $7
        .word 1
        add $3, $0, $0
        add $5, $0, $0
loop:   slt $6, $5, $2
        beq $6, $0, done
        mult $5, $4
        mflo $8
        add $8, $1, $8
        lw $9, 0($8)
        add $3, $3, $9
        add $5, $5, $7
        beq $0, $0, loop
done:   jr $31

; the same, by pointer
        lis $4
        .word 4
        add $3, $0, $0
        mult $2, $4
        mflo $5
        add $5, $1, $5
loop:   beq $1, $5, done
        lw $9, 0($1)
        add $1, $1, $4
        add $3, $3, $9
        beq $0, $0, loop
done:   jr $31

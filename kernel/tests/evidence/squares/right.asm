; the same loop, with half the rounds and the square of $2
        lis $4
        .word 1
        mult $2, $2
        mflo $2
        add $3, $4, $0
loop:   slt $5, $0, $1
        beq $5, $0, done
        mult $3, $2
        mflo $3
        sub $1, $1, $4
        beq $0, $0, loop
done:   jr $31

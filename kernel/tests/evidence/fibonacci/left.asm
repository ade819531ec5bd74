; $3 := the Fibonacci number of $1, in a loop
        lis $4
        .word 1
        add $3, $0, $0
        add $6, $4, $0
loop:   slt $5, $0, $1
        beq $5, $0, done
        add $7, $3, $6
        add $3, $6, $0
        add $6, $7, $0
        sub $1, $1, $4
        beq $0, $0, loop
done:   jr $31

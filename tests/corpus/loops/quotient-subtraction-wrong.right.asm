; $1 / $2, unsigned, by counting subtractions, and 0 if $2 is 0.
    lis $4
    .word 1
    add $3, $0, $0
    beq $2, $0, done
loop:
    slt $5, $1, $2
    bne $5, $0, done
    sub $1, $1, $2
    add $3, $3, $4
    beq $0, $0, loop
done:
    jr $31

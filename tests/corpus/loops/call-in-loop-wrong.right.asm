; Adds $2 to $3 $1 times, unsigned.
    lis $20
    .word 5000
    lis $21
    .word 1
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $3, $3, $2
    sub $1, $1, $4
    bne $1, $20, same
    add $3, $3, $21
same:
    beq $0, $0, loop
done:
    jr $31

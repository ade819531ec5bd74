; Adds 2 * $2 + 1 to $3 $1 times, unsigned.
    lis $11
    .word 1
    add $3, $0, $0
    add $7, $2, $2
    add $7, $7, $11
loop:
    beq $1, $0, done
    add $3, $3, $7
    sub $1, $1, $11
    beq $0, $0, loop
done:
    jr $31

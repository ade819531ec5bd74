; The sum of an array, from its last number on, by pointer.
    lis $4
    .word 4
    mult $2, $4
    mflo $5
    add $5, $5, $1    ; behind the last number
    add $3, $0, $0
loop:
    beq $5, $1, done    ; until it is the first one
    sub $5, $5, $4
    lw $7, 0($5)
    add $3, $3, $7
    beq $0, $0, loop
done:
    jr $31

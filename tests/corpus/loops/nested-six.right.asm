; Counts rounds until nothing is left of $1, signed; each round takes 6 off it.
    lis $4
    .word 6
    lis $8
    .word 1
    add $3, $0, $0
loop:
    slt $6, $0, $1
    beq $6, $0, done
    sub $1, $1, $4
    add $3, $3, $8
    beq $0, $0, loop
done:
    jr $31

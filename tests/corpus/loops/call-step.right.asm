; Rounds until nothing is left of $1, signed, where each takes 2 off it.
    lis $7
    .word 2
    lis $8
    .word 1
    add $3, $0, $0
loop:
    slt $6, $0, $1
    beq $6, $0, done
    sub $1, $1, $7
    add $3, $3, $8
    beq $0, $0, loop
done:
    jr $31

; From $2 on, twice as much and 3 more, $1 times but at most 999, signed.
    lis $4
    .word 1
    lis $5
    .word 3
    lis $8
    .word 999
    add $3, $2, $0
    sub $7, $0, $1
loop:
    slt $6, $7, $0
    beq $6, $0, done
    beq $8, $0, done
    add $3, $3, $3
    add $3, $3, $5
    add $7, $7, $4
    sub $8, $8, $4
    beq $0, $0, loop
done:
    jr $31

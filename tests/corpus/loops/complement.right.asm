; From $2 on, twice as much and 3 more, $1 times but at most 999, signed.
    lis $4
    .word 1
    lis $5
    .word 3
    lis $8
    .word 999
    lis $9
    .word -1
    add $3, $2, $0
    sub $7, $9, $1
loop:
    slt $6, $7, $9
    beq $6, $0, done
    beq $8, $0, done
    add $3, $3, $3
    add $3, $3, $5
    add $7, $7, $4
    sub $8, $8, $4
    beq $0, $0, loop
done:
    jr $31

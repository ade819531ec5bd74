; One of three results, by way of jumps.
    beq $1, $0, c
    beq $2, $0, d
    add $3, $1, $2
    jr $31
c:
    bne $2, $0, e
d:
    lis $3
    .word 7
    jr $31
e:
    lis $3
    .word 9
    jr $31

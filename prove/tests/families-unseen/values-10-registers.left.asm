;@ claim: equivalent
;@ title: The remainder of $1 mod 16 by 3, by an automaton over its bits and by division
;@ family: values
    lis $19
    .word 16
    divu $1, $19
    mfhi $5
    add $3, $0, $0
    lis $8
    .word 8
    divu $5, $8
    mflo $9
    mfhi $5
    add $10, $3, $3
    add $10, $10, $9
    add $20, $10, $10
    add $20, $20, $20
    lis $21
    .word next
    add $20, $20, $21
    lw $3, 0($20)
    lis $8
    .word 4
    divu $5, $8
    mflo $9
    mfhi $5
    add $10, $3, $3
    add $10, $10, $9
    add $20, $10, $10
    add $20, $20, $20
    lis $21
    .word next
    add $20, $20, $21
    lw $3, 0($20)
    lis $8
    .word 2
    divu $5, $8
    mflo $9
    mfhi $5
    add $10, $3, $3
    add $10, $10, $9
    add $20, $10, $10
    add $20, $20, $20
    lis $21
    .word next
    add $20, $20, $21
    lw $3, 0($20)
    lis $8
    .word 1
    divu $5, $8
    mflo $9
    mfhi $5
    add $10, $3, $3
    add $10, $10, $9
    add $20, $10, $10
    add $20, $20, $20
    lis $21
    .word next
    add $20, $20, $21
    lw $3, 0($20)
    jr $31
next:
    .word 0
    .word 1
    .word 2
    .word 0
    .word 1
    .word 2

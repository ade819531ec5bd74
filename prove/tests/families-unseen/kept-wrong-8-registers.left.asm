;@ claim: differ
;@ title: A quotient and a multiple of it, and once
;@ family: kept
    add $12, $1, $0
    add $13, $2, $0
    lis $5
    .word 0
    add $14, $5, $0
    lis $5
    .word 0
    add $15, $5, $0
label1:
    add $5, $15, $0
    add $6, $12, $0
    beq $5, $6, label2
    add $5, $14, $0
    lis $6
    .word 5
    multu $5, $6
    mflo $5
    add $6, $13, $0
    lis $7
    .word 12
    divu $6, $7
    mflo $6
    lis $7
    .word 3
    multu $6, $7
    mflo $6
    sub $5, $5, $6
    add $14, $5, $0
    add $5, $15, $0
    lis $6
    .word 1
    add $5, $5, $6
    add $15, $5, $0
    beq $0, $0, label1
label2:
    add $5, $14, $0
out:
    add $3, $5, $0
    jr $31

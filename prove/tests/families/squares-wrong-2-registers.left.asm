;@ claim: differ
;@ title: A sum in each round of a square root
;@ family: squares
    add $12, $1, $0
    add $13, $2, $0
    lis $5
    .word 0
    add $14, $5, $0
    lis $5
    .word 0
    add $15, $5, $0
    add $5, $12, $0
    add $16, $5, $0
    lis $5
    .word 1
    add $17, $5, $0
label1:
    lis $5
    .word 1
    lis $6
    .word 0
    beq $5, $6, label2
    add $5, $16, $0
    add $6, $17, $0
    sltu $5, $5, $6
    beq $5, $0, label3
    add $5, $14, $0
    beq $0, $0, out
label3:
    add $5, $16, $0
    add $6, $17, $0
    sub $5, $5, $6
    add $16, $5, $0
    add $5, $17, $0
    lis $6
    .word 2
    add $5, $5, $6
    add $17, $5, $0
    add $5, $14, $0
    add $6, $13, $0
    add $5, $5, $6
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

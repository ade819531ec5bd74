    add $12, $1, $0
    add $13, $2, $0
    lis $5
    .word 5
    add $14, $5, $0
label1:
    add $5, $14, $0
    lis $6
    .word 13
    beq $5, $6, label2
    add $5, $14, $0
    lis $6
    .word 8
    add $5, $5, $6
    add $14, $5, $0
    beq $0, $0, label1
label2:
    add $5, $13, $0
out:
    add $3, $5, $0
    jr $31

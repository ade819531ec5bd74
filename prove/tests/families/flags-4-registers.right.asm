    add $12, $1, $0
    add $13, $2, $0
    lis $5
    .word 0
    add $14, $5, $0
    lis $5
    .word 1
    add $15, $5, $0
label1:
    add $5, $15, $0
    lis $6
    .word 0
    beq $5, $6, label2
    add $5, $14, $0
    add $6, $12, $0
    beq $5, $6, label3
    add $5, $14, $0
    lis $6
    .word 7
    add $5, $5, $6
    add $6, $13, $0
    bne $5, $6, label4
    lis $5
    .word 0
    add $15, $5, $0
    add $5, $14, $0
    lis $6
    .word 2
    multu $5, $6
    mflo $5
    add $16, $5, $0
    beq $0, $0, label5
label4:
    add $5, $14, $0
    lis $6
    .word 1
    add $5, $5, $6
    add $14, $5, $0
label5:
    beq $0, $0, label6
label3:
    lis $5
    .word 0
    add $15, $5, $0
    lis $5
    .word 5
    add $16, $5, $0
label6:
    beq $0, $0, label1
label2:
    add $5, $16, $0
out:
    add $3, $5, $0
    jr $31

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
    lis $6
    .word 0
    bne $5, $6, label2
    add $5, $14, $0
    add $6, $12, $0
    sltu $5, $5, $6
    beq $5, $0, label3
    add $5, $13, $0
    add $6, $14, $0
    add $7, $14, $0
    multu $6, $7
    mflo $6
    sltu $5, $5, $6
    beq $5, $0, label4
    lis $5
    .word 1
    add $15, $5, $0
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
    .word 2
    add $15, $5, $0
label6:
    beq $0, $0, label1
label2:
    add $5, $15, $0
    lis $6
    .word 1
    bne $5, $6, label7
    add $5, $14, $0
    lis $6
    .word 5
    add $5, $5, $6
    beq $0, $0, out
label7:
    add $5, $13, $0
out:
    add $3, $5, $0
    jr $31

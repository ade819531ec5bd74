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
    .word 1
    add $5, $5, $6
    add $6, $15, $0
    lis $7
    .word 1
    add $6, $6, $7
    multu $5, $6
    mfhi $5
    lis $6
    .word 0
    bne $5, $6, label2
    add $5, $12, $0
    add $6, $15, $0
    lis $7
    .word 1
    add $6, $6, $7
    add $7, $15, $0
    lis $8
    .word 1
    add $7, $7, $8
    multu $6, $7
    mflo $6
    sltu $5, $5, $6
    beq $5, $0, label3
    add $5, $12, $0
    add $6, $15, $0
    add $7, $15, $0
    multu $6, $7
    mflo $6
    sub $5, $5, $6
    beq $0, $0, out
label3:
    add $5, $15, $0
    lis $6
    .word 1
    add $5, $5, $6
    add $15, $5, $0
    beq $0, $0, label1
label2:
    add $5, $12, $0
    add $6, $15, $0
    add $7, $15, $0
    multu $6, $7
    mflo $6
    sub $5, $5, $6
out:
    add $3, $5, $0
    jr $31

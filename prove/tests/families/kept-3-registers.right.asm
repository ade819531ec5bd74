    add $12, $1, $0
    add $13, $2, $0
    add $5, $13, $0
    add $14, $5, $0
    lis $5
    .word 3
    add $15, $5, $0
    add $5, $12, $0
    lis $6
    .word 256
    divu $5, $6
    mfhi $5
    lis $6
    .word 65536
    multu $5, $6
    mflo $5
    lis $6
    .word 3
    add $5, $5, $6
    add $16, $5, $0
label1:
    add $5, $15, $0
    add $6, $16, $0
    beq $5, $6, label2
    add $5, $14, $0
    add $6, $15, $0
    add $5, $5, $6
    add $14, $5, $0
    add $5, $15, $0
    lis $6
    .word 65536
    add $5, $5, $6
    add $15, $5, $0
    beq $0, $0, label1
label2:
    add $5, $14, $0
out:
    add $3, $5, $0
    jr $31

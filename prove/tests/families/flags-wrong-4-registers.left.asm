;@ claim: differ
;@ title: A flag that goes on, and the result beside it
;@ family: flags
    add $12, $1, $0
    add $13, $2, $0
    lis $5
    .word 0
    add $14, $5, $0
label1:
    add $5, $14, $0
    add $6, $12, $0
    beq $5, $6, label2
    add $5, $14, $0
    lis $6
    .word 7
    add $5, $5, $6
    add $6, $13, $0
    bne $5, $6, label3
    add $5, $14, $0
    lis $6
    .word 2
    multu $5, $6
    mflo $5
    beq $0, $0, out
label3:
    add $5, $14, $0
    lis $6
    .word 1
    add $5, $5, $6
    add $14, $5, $0
    beq $0, $0, label1
label2:
    lis $5
    .word 5
out:
    add $3, $5, $0
    jr $31

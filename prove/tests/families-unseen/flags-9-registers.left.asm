;@ claim: equivalent
;@ title: Both wait for ever: by four, and by eight
;@ family: flags
    add $12, $1, $0
    add $13, $2, $0
    lis $5
    .word 1
    add $14, $5, $0
label1:
    add $5, $14, $0
    lis $6
    .word 3
    beq $5, $6, label2
    add $5, $14, $0
    lis $6
    .word 4
    add $5, $5, $6
    add $14, $5, $0
    beq $0, $0, label1
label2:
    add $5, $12, $0
out:
    add $3, $5, $0
    jr $31

; The days of month $1, 1 to 12, in a common year; 0 for any other number.
    add $3, $0, $0
    slt $4, $0, $1
    beq $4, $0, done
    lis $5
    .word 13
    slt $4, $1, $5
    beq $4, $0, done
    lis $5
    .word 2
    beq $1, $5, february
    lis $3
    .word 31
    add $6, $1, $0
    lis $7
    .word 8
    slt $4, $1, $7      ; from August on even months are the long ones
    bne $4, $0, early
    lis $4
    .word 1
    add $6, $1, $4
early:
    divu $6, $5
    mfhi $6
    bne $6, $0, done
    lis $3
    .word 30
    jr $31
february:
    lis $3
    .word 28
done:
    jr $31

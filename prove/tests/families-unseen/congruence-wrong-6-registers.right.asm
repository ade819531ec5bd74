; A remainder by 7, by division and by folding base-8 digits.
    lis $14
    .word 8
    lis $15
    .word 7
again1:
    sltu $16, $14, $1
    beq $16, $0, ready2
    divu $1, $14
    mfhi $12
    mflo $13
    add $1, $13, $12
    beq $0, $0, again1
ready2:
    bne $1, $15, endif3
    add $1, $0, $0
endif3:
    add $3, $1, $0
    jr $31

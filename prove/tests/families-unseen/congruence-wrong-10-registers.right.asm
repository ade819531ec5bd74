; Whether 3 divides a word, by subtracting sixes or threes and by subtracting threes.
    lis $13
    .word 3
    lis $14
    .word 1
again1:
    sltu $15, $1, $13
    bne $15, $0, ready2
    sub $1, $1, $13
    beq $0, $0, again1
ready2:
    sltu $12, $1, $14
    add $3, $12, $0
    jr $31

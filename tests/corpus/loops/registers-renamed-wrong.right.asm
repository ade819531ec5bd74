; $1 doubled $2 times, for $2 >= 0: other registers, and the test at the end.
    lis $20
    .word 1
    lis $21
    .word 1
    lis $10
    .word -1
    add $11, $1, $0
    add $12, $2, $0
    beq $0, $0, test
body:
    add $11, $11, $11
    add $12, $12, $10
test:
    bne $12, $20, same
    add $11, $11, $21
same:
    bne $12, $0, body
    add $3, $11, $0
    jr $31

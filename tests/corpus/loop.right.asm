; $1 times $2, by adding $2 until the counter is no longer below $1.
    add $3, $0, $0
    add $4, $0, $0    ; the counter
    lis $5
    .word 1
loop:
    add $3, $3, $2
    add $4, $4, $5
    sltu $6, $4, $1
    bne $6, $0, loop
    jr $31

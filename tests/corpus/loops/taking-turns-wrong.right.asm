; The same, which compares $1 with -$2.
    lis $4
    .word 1
turn:
    sub $6, $0, $2
    beq $1, $6, done
    add $5, $1, $0
    add $1, $2, $0
    sub $2, $5, $4
    beq $0, $0, turn
done:
    add $3, $1, $0
    jr $31

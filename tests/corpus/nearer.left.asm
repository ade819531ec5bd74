; Two players have guessed a number, $1 and $2. Who is nearer to 50?
; 1 or 2, and 1 if both are equally near.
    lis $5
    .word 50
    sub $6, $1, $5    ; how far off is the first guess?
    slt $4, $6, $0
    beq $4, $0, second
    sub $6, $0, $6
second:
    sub $7, $2, $5    ; and the second one?
    slt $4, $7, $0
    beq $4, $0, decide
    sub $7, $0, $7
decide:
    lis $3
    .word 1
    slt $4, $7, $6
    add $3, $3, $4
    jr $31

;@ claim: differ
;@ title: One too many
;@ family: rounded up
;@ witness: 5, 0
; int c = 0; while (0 < a) { a = a - 5; c = c + 1; } return c;
    lis $6
    .word 5
    lis $7
    .word 1
    add $5, $0, $0
loop1:
    slt $22, $0, $1
    beq $22, $0, done2
    sub $1, $1, $6
    add $5, $5, $7
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

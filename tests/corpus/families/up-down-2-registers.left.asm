;@ claim: equivalent
;@ title: Counting only
;@ family: up down
; int i = 0; while (i < a) { i = i + 1; } return i;
    lis $6
    .word 1
    add $5, $0, $0
loop1:
    slt $22, $5, $1
    beq $22, $0, done2
    add $5, $5, $6
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

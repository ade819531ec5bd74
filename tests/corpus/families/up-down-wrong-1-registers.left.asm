;@ claim: differ
;@ title: I <= n never ends at 2147483647
;@ family: up down
;@ witness: 2147483647, 0
; int s = 0; int i = 1; while (i <= a) { s = s + b; i = i + 1; } return s;
    lis $7
    .word 1
    add $5, $0, $0
    lis $6
    .word 1
loop1:
    slt $22, $1, $6
    bne $22, $0, done2
    add $5, $5, $2
    add $6, $6, $7
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

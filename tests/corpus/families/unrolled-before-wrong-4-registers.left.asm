;@ claim: differ
;@ title: 4 rounds at once behind a wrong rest
;@ family: unrolled before
;@ witness: 6, 1
; int s = 0; while (0 < a) { s = s * 3 + a * b; a = a - 1; } return s;
    lis $6
    .word 3
    lis $7
    .word 1
    add $5, $0, $0
loop1:
    slt $22, $0, $1
    beq $22, $0, done2
    mult $5, $6
    mflo $20
    mult $1, $2
    mflo $21
    add $5, $20, $21
    sub $1, $1, $7
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

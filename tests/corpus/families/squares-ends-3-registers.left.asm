;@ claim: equivalent
;@ title: A sum of squares backwards and from both ends
;@ family: squares ends
; int s = 0; while (0 < a) { s = s + a * a; a = a - 1; } return s;
    lis $6
    .word 1
    add $5, $0, $0
loop1:
    slt $22, $0, $1
    beq $22, $0, done2
    mult $1, $1
    mflo $21
    add $5, $5, $21
    sub $1, $1, $6
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

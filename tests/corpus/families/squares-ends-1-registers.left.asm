;@ claim: equivalent
;@ title: A sum of squares forwards and from both ends
;@ family: squares ends
; int s = 0; int i = 0; while (i < a) { i = i + 1; s = s + i * i; } return s;
    lis $7
    .word 1
    add $5, $0, $0
    add $6, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    add $6, $6, $7
    mult $6, $6
    mflo $21
    add $5, $5, $21
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

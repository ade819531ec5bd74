;@ claim: equivalent
;@ title: A product by addition
;@ family: affine
; int s = 0; int t = 0; int i = 0; while (i < a) { t = t + b; s = s + t; i = i + 1; } return s;
    lis $8
    .word 1
    add $5, $0, $0
    add $6, $0, $0
    add $7, $0, $0
loop1:
    slt $22, $7, $1
    beq $22, $0, done2
    add $6, $6, $2
    add $5, $5, $6
    add $7, $7, $8
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

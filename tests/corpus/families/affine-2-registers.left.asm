;@ claim: equivalent
;@ title: Two affine steps as one
;@ family: affine
; int s = 1; int i = 0; while (i < a) { s = s * 3 + b; i = i + 1; } return s;
    lis $7
    .word 3
    lis $8
    .word 1
    lis $5
    .word 1
    add $6, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    mult $5, $7
    mflo $20
    add $5, $20, $2
    add $6, $6, $8
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

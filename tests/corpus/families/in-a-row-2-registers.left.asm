;@ claim: equivalent
;@ title: Two sums in a row against one
;@ family: in a row
; int s = 0; int t = 0; int i = 0; while (i < a) { s = s + i * i; i = i + 1; } i = 0; while (i < a) { t = t + i * b; i = i + 1; } return s + t;
    lis $8
    .word 1
    add $5, $0, $0
    add $6, $0, $0
    add $7, $0, $0
loop1:
    slt $22, $7, $1
    beq $22, $0, done2
    mult $7, $7
    mflo $21
    add $5, $5, $21
    add $7, $7, $8
    beq $0, $0, loop1
done2:
    add $7, $0, $0
loop3:
    slt $22, $7, $1
    beq $22, $0, done4
    mult $7, $2
    mflo $21
    add $6, $6, $21
    add $7, $7, $8
    beq $0, $0, loop3
done4:
    add $3, $5, $6
    jr $31

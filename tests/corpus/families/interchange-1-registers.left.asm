;@ claim: equivalent
;@ title: Loops exchanged, counting
;@ family: interchange
; int s = 0; int i = 0; int j = 0; while (i < a) { j = 0; while (j < b) { s = s + 3; j = j + 1; } i = i + 1; } return s;
    lis $8
    .word 3
    lis $9
    .word 1
    add $5, $0, $0
    add $6, $0, $0
    add $7, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    add $7, $0, $0
loop3:
    slt $22, $7, $2
    beq $22, $0, done4
    add $5, $5, $8
    add $7, $7, $9
    beq $0, $0, loop3
done4:
    add $6, $6, $9
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

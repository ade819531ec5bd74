;@ claim: equivalent
;@ title: Up and down again against one loop
;@ family: in a row
; int s = 0; int i = 0; while (i < a) { s = s + 2; i = i + 1; } while (0 < i) { s = s + 3; i = i - 1; } return s;
    lis $7
    .word 2
    lis $8
    .word 1
    lis $9
    .word 3
    add $5, $0, $0
    add $6, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    add $5, $5, $7
    add $6, $6, $8
    beq $0, $0, loop1
done2:
loop3:
    slt $22, $0, $6
    beq $22, $0, done4
    add $5, $5, $9
    sub $6, $6, $8
    beq $0, $0, loop3
done4:
    add $3, $5, $0
    jr $31

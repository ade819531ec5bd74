;@ claim: equivalent
;@ title: Two loops in a row against one
;@ family: in a row
; int s = 0; int i = 0; int j = 0; while (i < a) { s = s + i; i = i + 1; } while (j < a) { s = s + b; j = j + 1; } return s;
    lis $8
    .word 1
    add $5, $0, $0
    add $6, $0, $0
    add $7, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    add $5, $5, $6
    add $6, $6, $8
    beq $0, $0, loop1
done2:
loop3:
    slt $22, $7, $1
    beq $22, $0, done4
    add $5, $5, $2
    add $7, $7, $8
    beq $0, $0, loop3
done4:
    add $3, $5, $0
    jr $31

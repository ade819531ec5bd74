;@ claim: differ
;@ title: A remainder of 0 in place of 9
;@ family: digital root
;@ witness: 9, 0
; int s = 0; if (a < 0) { a = 0; } else { } while (9 < a) { s = 0; while (0 < a) { s = s + a % 10; a = a / 10; } a = s; } return a;
    lis $6
    .word 9
    lis $7
    .word 10
    add $5, $0, $0
    slt $22, $1, $0
    beq $22, $0, else1
    add $1, $0, $0
else1:
loop3:
    slt $22, $6, $1
    beq $22, $0, done4
    add $5, $0, $0
loop5:
    slt $22, $0, $1
    beq $22, $0, done6
    div $1, $7
    mfhi $21
    add $5, $5, $21
    div $1, $7
    mflo $1
    beq $0, $0, loop5
done6:
    add $1, $5, $0
    beq $0, $0, loop3
done4:
    add $3, $1, $0
    jr $31

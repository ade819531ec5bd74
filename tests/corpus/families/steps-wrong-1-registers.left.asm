;@ claim: differ
;@ title: The second step is left out at 2
;@ family: steps
;@ witness: 4, 0
; int c = 0; while (1 < a) { if (a % 2 == 0) { a = a / 2; } else { a = 3 * a + 1; } c = c + 1; } return c;
    lis $6
    .word 1
    lis $7
    .word 2
    lis $8
    .word 3
    add $5, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    div $1, $7
    mfhi $20
    bne $20, $0, else3
    div $1, $7
    mflo $1
    beq $0, $0, end4
else3:
    mult $8, $1
    mflo $20
    add $1, $20, $6
end4:
    add $5, $5, $6
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

;@ claim: equivalent
;@ title: Another step a round against two
;@ family: steps
; int c = 0; while (1 < a) { if (a < b) { a = a * 2 - 7; } else { a = a - b; } c = c + a; } return c;
    lis $6
    .word 1
    lis $7
    .word 2
    lis $8
    .word 7
    add $5, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    slt $22, $1, $2
    beq $22, $0, else3
    mult $1, $7
    mflo $20
    sub $1, $20, $8
    beq $0, $0, end4
else3:
    sub $1, $1, $2
end4:
    add $5, $5, $1
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

;@ claim: equivalent
;@ title: A branch in a loop against two loops
;@ family: branch
; int s = 0; int i = 0; while (i < a) { if (i < b) { s = s + i; } else { s = s + 2 * i; } i = i + 1; } return s;
    lis $7
    .word 2
    lis $8
    .word 1
    add $5, $0, $0
    add $6, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    slt $22, $6, $2
    beq $22, $0, else3
    add $5, $5, $6
    beq $0, $0, end4
else3:
    mult $7, $6
    mflo $21
    add $5, $5, $21
end4:
    add $6, $6, $8
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

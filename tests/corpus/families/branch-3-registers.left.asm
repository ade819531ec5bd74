;@ claim: equivalent
;@ title: A branch in a loop against two loops, with squares
;@ family: branch
; int s = 0; int i = 0; while (i < a) { if (i < b) { s = s + i * i; } else { s = s * b - i; } i = i + 1; } return s;
    lis $7
    .word 1
    add $5, $0, $0
    add $6, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    slt $22, $6, $2
    beq $22, $0, else3
    mult $6, $6
    mflo $21
    add $5, $5, $21
    beq $0, $0, end4
else3:
    mult $5, $2
    mflo $20
    sub $5, $20, $6
end4:
    add $6, $6, $7
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

; int s = 1; int i = 0; while (1 < a - i) { s = s * 9 + 3 * b; i = i + 2; } if (i < a) { s = 3 * s + b; } else { } return s;
    lis $7
    .word 1
    lis $8
    .word 9
    lis $9
    .word 3
    lis $10
    .word 2
    lis $5
    .word 1
    add $6, $0, $0
loop1:
    sub $21, $1, $6
    slt $22, $7, $21
    beq $22, $0, done2
    mult $5, $8
    mflo $20
    mult $9, $2
    mflo $21
    add $5, $20, $21
    add $6, $6, $10
    beq $0, $0, loop1
done2:
    slt $22, $6, $1
    beq $22, $0, else3
    mult $9, $5
    mflo $20
    add $5, $20, $2
else3:
    add $3, $5, $0
    jr $31

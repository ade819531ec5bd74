; int s = 0; int i = 0; int j = 0; j = a; while (0 < j) { s = s * b + i; i = i + 1; j = j - 1; } return s;
    lis $8
    .word 1
    add $5, $0, $0
    add $6, $0, $0
    add $7, $0, $0
    add $7, $1, $0
loop1:
    slt $22, $0, $7
    beq $22, $0, done2
    mult $5, $2
    mflo $20
    add $5, $20, $6
    add $6, $6, $8
    sub $7, $7, $8
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

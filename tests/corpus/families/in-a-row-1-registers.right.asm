; int s = 0; int i = 0; while (i < a) { s = s + i + b; i = i + 1; } return s;
    lis $7
    .word 1
    add $5, $0, $0
    add $6, $0, $0
loop1:
    slt $22, $6, $1
    beq $22, $0, done2
    add $20, $5, $6
    add $5, $20, $2
    add $6, $6, $7
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

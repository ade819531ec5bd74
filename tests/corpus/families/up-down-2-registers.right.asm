; int c = 0; while (0 < a) { c = c + 1; a = a - 1; } return c;
    lis $6
    .word 1
    add $5, $0, $0
loop1:
    slt $22, $0, $1
    beq $22, $0, done2
    add $5, $5, $6
    sub $1, $1, $6
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

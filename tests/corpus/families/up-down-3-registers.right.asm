; int s = 0; while (a > 0) { s = s + b; a = a - 1; b = b + 3; } return s;
    lis $6
    .word 1
    lis $7
    .word 3
    add $5, $0, $0
loop1:
    slt $22, $0, $1
    beq $22, $0, done2
    add $5, $5, $2
    sub $1, $1, $6
    add $2, $2, $7
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

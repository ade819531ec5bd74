; int s = 0; while (0 < a) { s = s + b; a = a - 1; s = s + b; a = a - 1; } while (0 < a) { s = s + b; a = a - 1; } return s;
    lis $6
    .word 1
    add $5, $0, $0
loop1:
    slt $22, $0, $1
    beq $22, $0, done2
    add $5, $5, $2
    sub $1, $1, $6
    add $5, $5, $2
    sub $1, $1, $6
    beq $0, $0, loop1
done2:
loop3:
    slt $22, $0, $1
    beq $22, $0, done4
    add $5, $5, $2
    sub $1, $1, $6
    beq $0, $0, loop3
done4:
    add $3, $5, $0
    jr $31

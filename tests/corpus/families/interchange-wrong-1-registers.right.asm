; int s = 0; int i = 0; int j = 0; while (j < b) { i = 1; while (i < a) { s = s + 3; i = i + 1; } j = j + 1; } return s;
    lis $8
    .word 1
    lis $9
    .word 3
    add $5, $0, $0
    add $6, $0, $0
    add $7, $0, $0
loop1:
    slt $22, $7, $2
    beq $22, $0, done2
    add $6, $8, $0
loop3:
    slt $22, $6, $1
    beq $22, $0, done4
    add $5, $5, $9
    add $6, $6, $8
    beq $0, $0, loop3
done4:
    add $7, $7, $8
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

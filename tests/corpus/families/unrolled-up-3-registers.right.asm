; int s = 0; int i = 0; while (2 < a - i) { s = s * b + i; i = i + 1; s = s * b + i; i = i + 1; s = s * b + i; i = i + 1; } while (i < a) { s = s * b + i; i = i + 1; } return s;
    lis $7
    .word 2
    lis $8
    .word 1
    add $5, $0, $0
    add $6, $0, $0
loop1:
    sub $21, $1, $6
    slt $22, $7, $21
    beq $22, $0, done2
    mult $5, $2
    mflo $20
    add $5, $20, $6
    add $6, $6, $8
    mult $5, $2
    mflo $20
    add $5, $20, $6
    add $6, $6, $8
    mult $5, $2
    mflo $20
    add $5, $20, $6
    add $6, $6, $8
    beq $0, $0, loop1
done2:
loop3:
    slt $22, $6, $1
    beq $22, $0, done4
    mult $5, $2
    mflo $20
    add $5, $20, $6
    add $6, $6, $8
    beq $0, $0, loop3
done4:
    add $3, $5, $0
    jr $31

; int s = 0; int r = 0; r = a % 2; while (0 < r) { s = s * b + a; a = a - 1; r = r - 1; } while (0 < a) { s = s * b + a; a = a - 1; s = s * b + a; a = a - 1; s = s * b + a; a = a - 1; } return s;
    lis $7
    .word 2
    lis $8
    .word 1
    add $5, $0, $0
    add $6, $0, $0
    div $1, $7
    mfhi $6
loop1:
    slt $22, $0, $6
    beq $22, $0, done2
    mult $5, $2
    mflo $20
    add $5, $20, $1
    sub $1, $1, $8
    sub $6, $6, $8
    beq $0, $0, loop1
done2:
loop3:
    slt $22, $0, $1
    beq $22, $0, done4
    mult $5, $2
    mflo $20
    add $5, $20, $1
    sub $1, $1, $8
    mult $5, $2
    mflo $20
    add $5, $20, $1
    sub $1, $1, $8
    mult $5, $2
    mflo $20
    add $5, $20, $1
    sub $1, $1, $8
    beq $0, $0, loop3
done4:
    add $3, $5, $0
    jr $31

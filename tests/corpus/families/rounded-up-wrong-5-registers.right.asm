; int c = 0; if (0 < a) { c = a / 5 + 1; } else { } return c;
    lis $6
    .word 5
    lis $7
    .word 1
    add $5, $0, $0
    slt $22, $0, $1
    beq $22, $0, else1
    div $1, $6
    mflo $20
    add $5, $20, $7
else1:
    add $3, $5, $0
    jr $31

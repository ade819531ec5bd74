; int c = 0; if (0 < a) { c = (a - 1) / 7 + 1; } else { } return c;
    lis $6
    .word 1
    lis $7
    .word 7
    add $5, $0, $0
    slt $22, $0, $1
    beq $22, $0, else1
    sub $20, $1, $6
    div $20, $7
    mflo $20
    add $5, $20, $6
else1:
    add $3, $5, $0
    jr $31

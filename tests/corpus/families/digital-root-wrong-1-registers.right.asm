; int c = 0; if (0 < a) { c = a % 9; } else { } return c;
    lis $6
    .word 9
    add $5, $0, $0
    slt $22, $0, $1
    beq $22, $0, else1
    div $1, $6
    mfhi $5
else1:
    add $3, $5, $0
    jr $31

; The median of $1, $2 and 50: the one that is between the others.
    lis $4
    .word 50
    slt $5, $1, $2
    slt $6, $2, $4
    beq $5, $6, middleIs2   ; $1 < $2 < 50, or $1 >= $2 >= 50
    slt $7, $1, $4
    bne $5, $7, middleIs1   ; 50 <= $1 < $2, or $2 <= $1 < 50
    add $3, $4, $0
    jr $31
middleIs1:
    add $3, $1, $0
    jr $31
middleIs2:
    add $3, $2, $0
    jr $31

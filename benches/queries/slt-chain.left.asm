; $3 is 1 if 1000000 < $2, and $2, 2 $2, ..., 8 $2 are all below $1, and $1 is less than 5 above 8 $2 + 12345.
    lis $6
    .word 1000000
    slt $5, $6, $2
    beq $5, $0, end
    add $4, $0, $0
    add $4, $4, $2
    slt $5, $4, $1
    beq $5, $0, end
    add $4, $4, $2
    slt $5, $4, $1
    beq $5, $0, end
    add $4, $4, $2
    slt $5, $4, $1
    beq $5, $0, end
    add $4, $4, $2
    slt $5, $4, $1
    beq $5, $0, end
    add $4, $4, $2
    slt $5, $4, $1
    beq $5, $0, end
    add $4, $4, $2
    slt $5, $4, $1
    beq $5, $0, end
    add $4, $4, $2
    slt $5, $4, $1
    beq $5, $0, end
    add $4, $4, $2
    slt $5, $4, $1
    beq $5, $0, end
    lis $6
    .word 12345
    add $4, $4, $6
    slt $5, $4, $1
    beq $5, $0, end
    lis $6
    .word 5
    add $4, $4, $6
    slt $5, $1, $4
    beq $5, $0, end
    lis $3
    .word 1
end:
    jr $31

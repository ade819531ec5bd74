    lis $4
    .word 4
    lis $11
    .word 1
    add $7, $11, $0
    add $8, $11, $0
loop:
    slt $5, $0, $1
    beq $5, $0, end
    add $9, $7, $8
    add $7, $8, $0
    add $8, $9, $0
    sub $1, $1, $11
    beq $0, $0, loop
end:
    add $3, $7, $0
    jr $31

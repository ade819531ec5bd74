; The first number below $1 whose square is $2, modulo 2^32, else -1.
    lis $4
    .word 1
    add $3, $0, $0
    add $6, $0, $0
loop:
    bne $6, $0, end
    beq $3, $1, end
    mult $3, $3
    mflo $5
    add $3, $3, $4
    bne $5, $2, loop
    add $6, $4, $0
    beq $0, $0, loop
end:
    beq $3, $1, none
    sub $3, $3, $4
    jr $31
none:
    sub $3, $0, $4
    jr $31

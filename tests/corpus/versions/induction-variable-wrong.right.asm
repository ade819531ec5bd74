; The sum of multiples of 12, as many as $1 says.
    lis $4
    .word 1
    lis $5
    .word 12
    add $6, $0, $0
    add $7, $0, $0
loop:
    beq $6, $1, end
    add $7, $7, $5
    add $3, $3, $7
    add $6, $6, $4
    beq $0, $0, loop
end:
    jr $31

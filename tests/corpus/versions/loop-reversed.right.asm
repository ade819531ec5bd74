; The product of $1 and $2 by addition.
    lis $4
    .word 1
    add $5, $0, $0
loop:
    beq $5, $1, end
    add $3, $3, $2
    add $5, $5, $4
    beq $0, $0, loop
end:
    jr $31

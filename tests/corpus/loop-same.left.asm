; $1 times $2, by adding $2 while the counter is below $1.
    add $3, $0, $0
    add $4, $0, $0    ; the counter
    lis $5
    .word 1
while:
    sltu $6, $4, $1
    beq $6, $0, end
    add $3, $3, $2
    add $4, $4, $5
    beq $0, $0, while
end:
    jr $31

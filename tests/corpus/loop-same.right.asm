; $1 times $2, by adding $2 while $1 counts down to 0.
    add $3, $0, $0
    lis $5
    .word 1
while:
    beq $1, $0, end
    add $3, $3, $2
    sub $1, $1, $5
    beq $0, $0, while
end:
    jr $31

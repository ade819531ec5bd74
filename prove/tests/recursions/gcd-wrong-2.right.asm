    lis $4
    .word 4
    lis $11
    .word 1
loop:
    beq $2, $0, end
    div $1, $2
    add $1, $2, $0
    mfhi $2
    beq $0, $0, loop
end:
    add $3, $1, $11
    jr $31

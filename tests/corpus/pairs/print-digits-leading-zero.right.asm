; Prints $1 if it is below 100 and not negative, by the routine.
.import print
    add $23, $31, $0
    lis $4
    .word 100
    sltu $5, $1, $4
    beq $5, $0, end
    lis $20
    .word print
    jalr $20
end:
    add $3, $0, $0
    jr $23

; Takes 6 from $1 until it is below the sixth of $2 or ten rounds are over; what is left.
    lis $8
    .word 6
    lis $9
    .word 1
    lis $10
    .word 10
    div $2, $8
    mflo $6
loop:
    beq $10, $0, end
    add $5, $1, $0
    lis $7
    .word 1
    mult $5, $7
    mflo $5
    slt $4, $5, $6
    bne $4, $0, end
    sub $1, $1, $8
    sub $10, $10, $9
    beq $0, $0, loop
end:
    add $3, $1, $0
    jr $31

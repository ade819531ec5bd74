; Counts by 6 until $1 is met or passed, unsigned.
    lis $4
    .word 6
    lis $8
    .word 1
    add $5, $0, $0
    add $3, $0, $0
loop:
    sltu $6, $5, $1
    beq $6, $0, done
    add $5, $5, $4
    add $3, $3, $8
    beq $0, $0, loop
done:
    jr $31

; Counts by 4 from 2 until 3 is met, which is never.
    lis $4
    .word 4
    lis $8
    .word 3
    lis $5
    .word 2
loop:
    beq $5, $8, done
    add $5, $5, $4
    beq $0, $0, loop
done:
    add $3, $1, $0
    jr $31

; $1 after three Collatz steps, for 1 to 2147483647, else 0.
    add $3, $0, $0
    slt $5, $0, $1
    beq $5, $0, done
    lis $4
    .word 2
    lis $5
    .word 1
    lis $6
    .word 3
    add $3, $1, $0
loop:
    div $3, $4
    mfhi $7
    beq $7, $0, even
    add $8, $3, $3
    add $3, $8, $3
    add $3, $3, $5
    beq $0, $0, next
even:
    mflo $3
next:
    sub $6, $6, $5
    bne $6, $0, loop
done:
    jr $31

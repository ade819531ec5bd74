; $1 after three Collatz steps, by calling the step three times.
    lis $4
    .word 2
    lis $5
    .word 3
    lis $6
    .word 1
    lis $10
    .word step
    add $11, $31, $0    ; the way back
    add $3, $1, $0
    jalr $10
    jalr $10
    jalr $10
    jr $11

; n in $3: n/2 if n is even, else 3n + 1.
step:
    divu $3, $4
    mfhi $7
    beq $7, $0, even
    multu $3, $5
    mflo $3
    add $3, $3, $6
    jr $31
even:
    mflo $3
    jr $31

; inputs 1, 2
; The program of Fig. 12, on an input that takes the branch.
    add $3, $1, $2
    slt $4, $1, $2
    lis $5
    .word 1
    beq $4, $5, skip
    add $6, $3, $1
skip:
    jr $31

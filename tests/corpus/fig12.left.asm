; The sum of the inputs.
    add $3, $1, $2
    slt $4, $1, $2
    lis $5
    .word 1
    beq $4, $5, skip    ; if $1 < $2
    add $6, $3, $1      ; $6 is not the result
skip:
    jr $31

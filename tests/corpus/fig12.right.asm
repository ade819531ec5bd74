; The sum of the inputs, plus 1 unless $1 < $2.
    add $3, $1, $2
    slt $4, $1, $2
    lis $5
    .word 1
    beq $4, $5, skip    ; if $1 < $2
    add $3, $3, $5
skip:
    jr $31

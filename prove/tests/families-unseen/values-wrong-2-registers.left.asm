;@ claim: differ
;@ title: $2 plus, minus, times or without $1 mod 4: a jump into the text, and branches
;@ family: values
    lis $19
    .word 4
    divu $1, $19
    mfhi $5
    add $6, $5, $5
    add $6, $6, $6
    add $6, $6, $6
    lis $7
    .word first
    add $7, $7, $6
    jr $7
first:
    add $3, $2, $5
    jr $31
    sub $3, $2, $5
    jr $31
    add $3, $2, $2
    jr $31
    add $3, $2, $5
    jr $31

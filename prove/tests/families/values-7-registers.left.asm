;@ claim: equivalent
;@ title: The sum of both digits of $1 below 50, by division and by subtracting tens; 0 for other numbers
;@ family: values
    add $3, $0, $0
    lis $6
    .word 50
    sltu $7, $1, $6
    beq $7, $0, none
    lis $8
    .word 10
    divu $1, $8
    mflo $5
    mfhi $9
    add $3, $5, $9
none:
    jr $31

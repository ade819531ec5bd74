; A vending machine: the price of $2 pieces of product number $1.
    add $3, $0, $0    ; other products cost nothing
    lis $4
    .word 1729
    beq $1, $4, tea
    lis $4
    .word 4104
    beq $1, $4, coffee
    jr $31
tea:
    lis $5
    .word 180
    mult $2, $5
    mflo $3
    jr $31
coffee:
    lis $5
    .word 220
    mult $2, $5
    mflo $3
    jr $31

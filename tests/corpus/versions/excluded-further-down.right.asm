; The average of two numbers from 0 to 99, and 0 of others.
    lis $4
    .word 2
    div $1, $4
    mflo $5
    mfhi $6
    div $2, $4
    mflo $7
    mfhi $8
    add $5, $5, $7
    mult $6, $8
    mflo $6
    add $5, $5, $6
    lis $9
    .word 100
    sltu $10, $1, $9
    beq $10, $0, none
    sltu $10, $2, $9
    beq $10, $0, none
    add $3, $5, $0
    jr $31
none:
    add $3, $0, $0
    jr $31

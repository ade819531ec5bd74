; Tax on $1: 25 % of it, less 10 % of what the lower bracket saves. In
; hundredths, up to a million; 0 for more.
    add $3, $0, $0
    lis $4
    .word 1000000
    sltu $5, $4, $1
    bne $5, $0, done
    lis $6
    .word 10
    lis $4
    .word 41725
    slt $5, $1, $4
    beq $5, $0, above
    add $4, $1, $0
above:
    mult $4, $6
    mflo $4
    lis $6
    .word 25
    mult $1, $6
    mflo $3
    sub $3, $3, $4
done:
    jr $31

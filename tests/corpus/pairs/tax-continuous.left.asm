;@ title: Tax by brackets, the bound in either one
;@ family: tax
;@ verdict: equivalent
;@ label-from: proof
;@ note: The right program puts 41725 into the upper bracket, where the tax is
;@   the same.
; Tax on $1: 15 % up to 41725, 25 % of what is above. In hundredths, up to a
; million; 0 for more.
    add $3, $0, $0
    lis $4
    .word 1000001
    sltu $5, $1, $4
    beq $5, $0, done
    lis $4
    .word 41725
    lis $6
    .word 15
    slt $5, $4, $1
    bne $5, $0, above
    mult $1, $6
    mflo $3
    jr $31
above:
    mult $4, $6
    mflo $3
    sub $7, $1, $4
    lis $6
    .word 25
    mult $7, $6
    mflo $7
    add $3, $3, $7
done:
    jr $31

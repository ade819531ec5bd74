;@ title: A power whose first round is not asked for
;@ family: power
;@ claim: differ
;@ witness: 5, 0
; $1 to the power of $2, unsigned.
    lis $4
    .word 1
    lis $3
    .word 1
loop:
    beq $2, $0, done
    mult $3, $1
    mflo $3
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31

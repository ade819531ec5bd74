;@ title: A geometric sum by powers and by Horner's scheme
;@ family: geometric sum
;@ claim: equivalent
;@ slow
; 1 + $2 + $2^2 + ..., $1 terms, with the next power kept.
    lis $4
    .word 1
    add $3, $0, $0
    add $5, $4, $0
loop:
    beq $1, $0, done
    add $3, $3, $5
    mult $5, $2
    mflo $5
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

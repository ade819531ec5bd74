;@ title: What was computed before a branch is used again behind it
;@ family: moved code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The square of the sum, and what is more than 100 of it twice.
    add $5, $1, $2
    mult $5, $5
    mflo $3
    lis $6
    .word 100
    slt $7, $6, $3
    beq $7, $0, end
    add $8, $2, $1
    mult $8, $8
    mflo $8
    sub $8, $8, $6
    add $3, $3, $8
end:
    jr $31

;@ title: A branch of which both arms do the same
;@ family: dead code
;@ verdict: equivalent
;@ label-from: proof
;@ by: blocks
; Twice $1, whichever way it is computed.
    slt $4, $1, $2
    beq $4, $0, other
    add $3, $1, $1
    jr $31
other:
    lis $5
    .word 2
    mult $5, $1
    mflo $3
    jr $31

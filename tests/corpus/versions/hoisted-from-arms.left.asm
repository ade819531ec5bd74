;@ title: What both arms begin with is moved before the branch
;@ family: moved code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; Products of the sum, by which of both is larger.
    slt $4, $1, $2
    beq $4, $0, larger
    add $5, $1, $2
    mult $5, $1
    mflo $3
    jr $31
larger:
    add $5, $1, $2
    mult $5, $2
    mflo $3
    jr $31

;@ title: Code whose result nobody reads may fault
;@ family: dead code
;@ verdict: disequivalent
;@ witness: 0, 0 -> division-by-zero | 0
;@ label-from: witness
; A sum, with a quotient that nobody reads.
    add $4, $1, $2
    div $4, $1
    mflo $5
    add $3, $4, $0
    jr $31

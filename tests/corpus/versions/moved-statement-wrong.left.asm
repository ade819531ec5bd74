;@ title: A statement is moved across one that it depends on
;@ family: moved code
;@ verdict: disequivalent
;@ witness: 1, 0 -> 3 | 0
;@ label-from: witness
; Three values of which each is used at the end.
    add $4, $1, $2
    sub $5, $4, $2
    add $4, $5, $5
    add $3, $4, $5
    jr $31

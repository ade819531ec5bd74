;@ title: A choice between two words by a product
;@ family: conditions
;@ verdict: equivalent
;@ label-from: proof
;@ by: blocks
; The larger number.
    slt $4, $1, $2
    add $3, $1, $0
    beq $4, $0, end
    add $3, $2, $0
end:
    jr $31

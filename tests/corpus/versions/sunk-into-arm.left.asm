;@ title: A computation is moved into the arm that needs it
;@ family: moved code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The remainder where $2 is positive, else $1.
    add $3, $1, $0
    mult $1, $1
    mflo $6
    slt $4, $0, $2
    beq $4, $0, end
    divu $6, $2
    mfhi $3
end:
    jr $31

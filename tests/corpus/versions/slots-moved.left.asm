;@ title: Variables are elsewhere in a larger frame
;@ family: frames
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; Variables in a frame.
    sw $1, -4($30)
    sw $2, -8($30)
    lw $4, -4($30)
    lw $5, -8($30)
    mult $4, $5
    mflo $6
    sw $6, -12($30)
    lw $3, -12($30)
    add $3, $3, $4
    jr $31

;@ title: Variables are elsewhere in a frame, two in one word
;@ family: frames
;@ verdict: disequivalent
;@ witness: 1, 0 -> 1 | 0
;@ label-from: witness
; Variables in a frame.
    sw $1, -4($30)
    sw $2, -8($30)
    lw $4, -4($30)
    lw $5, -8($30)
    mult $4, $5
    mflo $6
    sw $6, -12($30)
    lw $3, -12($30)
    lw $4, -4($30)
    add $3, $3, $4
    jr $31

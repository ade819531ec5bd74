;@ title: Variables are grouped in an array
;@ family: frames
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; Three variables, two of which are swapped.
    sw $1, -4($30)
    sw $2, -8($30)
    sw $0, -12($30)
    lw $4, -4($30)
    sw $4, -12($30)
    lw $4, -8($30)
    sw $4, -4($30)
    lw $4, -12($30)
    sw $4, -8($30)
    lw $5, -4($30)
    lw $6, -8($30)
    sub $3, $5, $6
    jr $31

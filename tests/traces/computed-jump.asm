; inputs 8, 4
; A jump to a computed target (Fig. 8).
    add $4, $1, $2
    jr $4
good:
    add $3, $1, $2
    jr $31
bad:
    add $3, $1, $1
    jr $31

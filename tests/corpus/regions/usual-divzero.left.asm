    bne $2,$0,d
    add $3,$0,$0
    jr $31
d:
    div $1,$2
    mflo $3
    jr $31

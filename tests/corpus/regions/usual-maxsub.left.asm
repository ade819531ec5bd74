    add $3,$1,$0
    slt $4,$1,$2
    beq $4,$0,e
    add $3,$2,$0
e:
    jr $31

    add $3,$1,$0
    sub $5,$1,$2
    slt $4,$5,$0
    beq $4,$0,e
    add $3,$2,$0
e:
    jr $31

    sub $3,$1,$2
    slt $4,$3,$0
    beq $4,$0,e
    sub $3,$0,$3
e:
    jr $31

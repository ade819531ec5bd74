    add $3,$1,$0
    slt $4,$1,$0
    beq $4,$0,e
    sub $3,$0,$1
e:
    jr $31

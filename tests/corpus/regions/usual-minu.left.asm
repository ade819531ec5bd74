    add $3,$1,$0
    sltu $4,$2,$1
    beq $4,$0,e
    add $3,$2,$0
e:
    jr $31

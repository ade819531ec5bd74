    slt $4,$1,$2
    beq $4,$0,s
    sub $3,$2,$1
    jr $31
s:
    sub $3,$1,$2
    jr $31

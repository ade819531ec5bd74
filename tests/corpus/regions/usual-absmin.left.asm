    slt $4,$1,$0
    beq $4,$0,p
    sub $3,$0,$1
    slt $5,$3,$0
    beq $5,$0,e
    lis $3
    .word 0x7fffffff
e:
    jr $31
p:
    add $3,$1,$0
    jr $31

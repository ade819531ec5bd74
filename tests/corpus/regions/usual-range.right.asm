    lis $5
    .word 10
    lis $6
    .word 10
    sub $7,$1,$5
    add $3,$0,$0
    sltu $3,$7,$6
    lis $9
    .word 15
    bne $2,$9,e
    add $3,$0,$0
e:
    jr $31

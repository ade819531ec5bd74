    lis $5
    .word 32
    sltu $4,$2,$5
    bne $4,$0,in
    add $3,$0,$0
    jr $31
in:
    divu $2,$5
    mfhi $3
    jr $31

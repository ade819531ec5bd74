;@ witness: 1, 0
; Counts up to $2.
    lis $11
    .word 1
    add $5, $0, $0
    add $3, $0, $0
again:
    add $3, $3, $1
    add $5, $5, $11
    slt $6, $5, $2
    bne $6, $0, again
end:
    jr $31

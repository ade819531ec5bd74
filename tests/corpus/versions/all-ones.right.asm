; Whether $1 or $2 has all bits set.
    lis $9
    .word 0xffffffff
    lis $5
    .word 1
    sub $4, $0, $5
    sub $3, $9, $4
    beq $1, $9, yes
    bne $2, $4, end
yes:
    add $3, $5, $0
end:
    jr $31

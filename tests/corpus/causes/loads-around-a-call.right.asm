; p2 of Fig. 1: it is loaded again behind the call
        lis $20
        .word 0xffff000c
        lis $10
        .word f
        lis $11
        .word g
        sw $31, -4($30)
        sw $1, -8($30)          ; the word at x
        lw $1, -8($30)
        add $5, $1, $0
        jalr $10
        lw $1, -8($30)
        jalr $11
        lw $31, -4($30)
        jr $31
f:      sw $1, 0($20)           ; f is seen to be called
        slt $6, $2, $0
        beq $6, $0, same
        sw $2, -8($30)
same:   jr $31
g:      add $3, $1, $1
        jr $31

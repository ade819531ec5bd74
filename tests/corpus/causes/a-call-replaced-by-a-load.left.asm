;@ contract: {"observe": ["$3", "output"]}
; p1 of Fig. 4: the length is what a procedure says, and the field holds half of it
        lis $20
        .word 0xffff000c
        lis $10
        .word length
        sw $31, -4($30)
        sw $1, -8($30)          ; the field
        jalr $10
        add $4, $3, $0
        beq $4, $0, end
        sw $4, 0($20)           ; written to the file
end:    lw $3, -8($30)
        lw $31, -4($30)
        jr $31
length: lw $3, -8($30)
        add $3, $3, $3
        jr $31

; p2 of Fig. 4: the field is loaded instead
        lis $20
        .word 0xffff000c
        sw $1, -8($30)          ; the field
        lw $4, -8($30)
        beq $4, $0, end
        sw $4, 0($20)           ; written to the file
end:    lw $3, -8($30)
        jr $31

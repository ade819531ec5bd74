;@ contract: {"observe": ["$3", "output"]}
; p2 of Fig. 2: the same fields at 8, 20 and 36, and the branches the other way round
        lis $20
        .word 0xffff000c
        lis $10
        .word print
        lis $4
        .word 64
        sub $9, $30, $4         ; x
        sw $31, -4($30)
        sw $1, 0($9)
        add $6, $1, $2
        sw $6, 4($9)
        sub $6, $1, $2
        sw $6, 8($9)
        add $6, $2, $2
        sw $6, 16($9)
        sw $2, 20($9)
        add $6, $6, $6
        sw $6, 32($9)
        add $6, $1, $1
        sw $6, 36($9)
        lis $5
        .word 42
        lw $4, 0($9)
        beq $4, $5, other
        lw $1, 20($9)
        jalr $10                ; g
        beq $0, $0, both
other:  lw $1, 8($9)
        jalr $10                ; f
both:   lw $3, 36($9)
        lw $31, -4($30)
        jr $31
print:  sw $1, 0($20)
        jr $31

; Two stores at addresses that depend on the inputs; $3 is 1 for the one input
; on which the second store hits the word of the first.
    lis $5
    .word 16
    divu $1, $5
    mfhi $6           ; $1 mod 16
    divu $2, $5
    mfhi $7           ; $2 mod 16
    add $6, $6, $6
    add $6, $6, $6
    add $7, $7, $7
    add $7, $7, $7
    lis $8
    .word 4096
    add $6, $6, $8    ; two words of a table at 4096
    add $7, $7, $8
    sw $1, 0($6)
    sw $2, 0($7)
    lw $9, 0($6)
    sub $9, $9, $1
    lis $4
    .word 987         ; not a multiple of 16, so this cannot be
    beq $9, $4, end
    lis $4
    .word 992
    bne $9, $4, end
    lis $4
    .word 77777
    add $5, $1, $1
    add $5, $5, $1
    bne $5, $4, end
    lis $3
    .word 1
end:
    jr $31

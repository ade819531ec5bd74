; 1 for the pair 241, 103, else 0.
    lis $4
    .word 4
    sub $30, $30, $4
    sw $31, 0($30)     ; the call overwrites $31
    lis $5
    .word is241
    jalr $5
    lis $4
    .word 4
    lw $31, 0($30)
    add $30, $30, $4
    beq $3, $0, end
    lis $6
    .word 103
    beq $2, $6, end    ; $3 is 1 already
    add $3, $0, $0
end:
    jr $31

; $3 := 1 if $1 is 241, else 0. Changes $7.
is241:
    add $3, $0, $0
    lis $7
    .word 241
    bne $1, $7, back
    lis $3
    .word 1
back:
    jr $31

; Stores $2 as element $1 of an array of 8 words, if there is one.
; Then: 1 if the word behind the array is 241, else 0.
    lis $4
    .word 0x1000        ; where the array begins
    lis $5
    .word 8
    sltu $6, $1, $5
    beq $6, $0, skip    ; no such element
    add $6, $1, $1
    add $6, $6, $6      ; 4 bytes a word
    add $6, $4, $6
    sw $2, 0($6)
skip:
    add $3, $0, $0
    lw $7, 32($4)    ; the word behind the array
    lis $8
    .word 241
    bne $7, $8, end
    lis $3
    .word 1
end:
    jr $31

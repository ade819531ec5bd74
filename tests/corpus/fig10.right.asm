; The sum of the inputs, but 0 where the sum is 9 and the difference is 3.
    add $3, $1, $2
    sub $1, $1, $2
    add $2, $1, $2     ; now $2 is what $1 was
    lis $4
    .word 9
    bne $3, $4, end    ; is the sum 9?
    lis $5
    .word 3
    bne $1, $5, end    ; is the difference 3?
    slt $6, $0, $2
    beq $6, $0, end    ; not so for 6 + 2^31 and 3 + 2^31, which wrap around
    add $3, $0, $0
end:
    jr $31

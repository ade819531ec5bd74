; Two players have guessed a number, $1 and $2. Who is nearer to 50?
; 1 or 2, and 1 if both are equally near.
    lis $3
    .word 1
    lis $5
    .word 100
    add $6, $1, $2     ; 100 if one is as far below 50 as the other is above
    slt $4, $1, $2
    bne $4, $0, upwards
    beq $1, $2, end    ; the same guess twice
    slt $4, $5, $6     ; the second is lower: nearer if the sum is large
    add $3, $3, $4
    jr $31
upwards:
    slt $4, $6, $5    ; the second is higher: nearer if the sum is small
    add $3, $3, $4
end:
    jr $31

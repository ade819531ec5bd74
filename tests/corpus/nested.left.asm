; Holidays: $1 is the month and $2 the day.
; 1 for Christmas, 2 for New Year's Eve, 0 for any other day.
    add $3, $0, $0
    lis $4
    .word 12
    bne $1, $4, end    ; not in December
    lis $5
    .word 25
    beq $2, $5, christmas
    lis $5
    .word 31
    bne $2, $5, end    ; any other day
    lis $3
    .word 2
    jr $31
christmas:
    lis $3
    .word 1
end:
    jr $31

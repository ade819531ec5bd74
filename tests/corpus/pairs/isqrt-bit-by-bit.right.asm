; The integer square root of $1, for 0 to 255, else 0. Tries the bits of the
; root from the highest to the lowest.
    add $3, $0, $0
    lis $4
    .word 255
    sltu $5, $4, $1
    bne $5, $0, done
    lis $5
    .word 8             ; the bit
    lis $6
    .word 2
loop:
    add $7, $3, $5
    mult $7, $7
    mflo $8
    slt $9, $1, $8
    bne $9, $0, next    ; too large
    add $3, $7, $0
next:
    divu $5, $6
    mflo $5
    bne $5, $0, loop
done:
    jr $31

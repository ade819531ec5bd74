;@ title: Square root one bit at a time, to 255
;@ family: integer square root
;@ verdict: equivalent
;@ label-from: proof
; The integer square root of $1, for 0 to 255, else 0.
    add $3, $0, $0
    lis $4
    .word 256
    sltu $5, $1, $4
    beq $5, $0, done
    lis $6
    .word 1
loop:
    add $7, $3, $6
    mult $7, $7
    mflo $8
    slt $9, $1, $8
    bne $9, $0, done
    add $3, $7, $0
    beq $0, $0, loop
done:
    jr $31

;@ title: Two digits written by hand, and by print
;@ family: print-digits
;@ verdict: equivalent
;@ label-from: proof
;@ note: A number meets bytes, so it is taken apart by its digits.
; Prints $1 if it is below 100 and not negative: its digits one by one.
    lis $4
    .word 100
    sltu $5, $1, $4
    beq $5, $0, end
    lis $6
    .word 10
    lis $7
    .word 48
    lis $8
    .word 0xffff000c
    divu $1, $6
    mflo $9
    mfhi $10
    beq $9, $0, last
    add $9, $9, $7
    sw $9, 0($8)
last:
    add $10, $10, $7
    sw $10, 0($8)
    sw $6, 0($8)
end:
    add $3, $0, $0
    jr $31

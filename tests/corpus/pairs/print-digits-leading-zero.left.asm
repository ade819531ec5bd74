;@ title: Two digits written by hand, a leading 0 among them, and by print
;@ family: print-digits
;@ verdict: disequivalent
;@ bug: a case forgotten
;@ witness: 7, 0 -> 0 | 0
;@ label-from: witness
;@ note: 07 is not 7. Both programs give the same $3.
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
    add $9, $9, $7
    sw $9, 0($8)
    add $10, $10, $7
    sw $10, 0($8)
    sw $6, 0($8)
end:
    add $3, $0, $0
    jr $31

;@ title: Three numbers, one exchange short
;@ family: sorting
;@ verdict: disequivalent
;@ bug: a case forgotten
;@ witness: 300, 200 -> 100 | 200
;@ label-from: witness
;@ note: The right program moves the largest to the end and stops: they differ
;@   where 100 is the smallest.
; The smallest of $1, $2 and 100, by sorting them in memory.
    lis $4
    .word 100
    sw $1, -12($30)
    sw $2, -8($30)
    sw $4, -4($30)
    lw $5, -8($30)
    lw $6, -4($30)
    slt $7, $6, $5
    beq $7, $0, front
    sw $6, -8($30)
    sw $5, -4($30)
front:
    lw $5, -12($30)
    lw $6, -8($30)
    slt $7, $6, $5
    beq $7, $0, sorted
    sw $6, -12($30)
    sw $5, -8($30)
sorted:
    lw $3, -12($30)
    jr $31

;@ title: Three numbers, one comparison unsigned
;@ family: sorting
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967295, 5 -> 5 | 4294967295
;@ label-from: witness
;@ note: Only the last comparison is unsigned: they differ where just one of
;@   the two smaller numbers is negative.
; The middle one of $1, $2 and 8, by sorting them in memory.
    lis $4
    .word 8
    sw $1, -12($30)
    sw $2, -8($30)
    sw $4, -4($30)
    lw $5, -12($30)
    lw $6, -8($30)
    slt $7, $6, $5
    beq $7, $0, two
    sw $6, -12($30)
    sw $5, -8($30)
two:
    lw $5, -8($30)
    lw $6, -4($30)
    slt $7, $6, $5
    beq $7, $0, three
    sw $6, -8($30)
    sw $5, -4($30)
three:
    lw $5, -12($30)
    lw $6, -8($30)
    slt $7, $6, $5
    beq $7, $0, sorted
    sw $6, -12($30)
    sw $5, -8($30)
sorted:
    lw $3, -8($30)
    jr $31

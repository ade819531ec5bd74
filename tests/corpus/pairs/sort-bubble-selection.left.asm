;@ title: Three numbers sorted by bubbles and by selection
;@ family: sorting
;@ verdict: equivalent
;@ label-from: proof
;@ slow
; Sorts $1, $2 and 100 in memory by swapping neighbours, then
; smallest + 2 * middle + 5 * largest.
    lis $4
    .word 100
    sw $1, -12($30)
    sw $2, -8($30)
    sw $4, -4($30)
    lw $5, -12($30)     ; first and second
    lw $6, -8($30)
    slt $7, $6, $5
    beq $7, $0, two
    sw $6, -12($30)
    sw $5, -8($30)
two:
    lw $5, -8($30)      ; second and third
    lw $6, -4($30)
    slt $7, $6, $5
    beq $7, $0, three
    sw $6, -8($30)
    sw $5, -4($30)
three:
    lw $5, -12($30)     ; first and second
    lw $6, -8($30)
    slt $7, $6, $5
    beq $7, $0, sorted
    sw $6, -12($30)
    sw $5, -8($30)
sorted:
    lw $3, -12($30)
    lw $5, -8($30)
    add $3, $3, $5
    add $3, $3, $5
    lw $5, -4($30)
    lis $6
    .word 5
    mult $5, $6
    mflo $5
    add $3, $3, $5
    jr $31

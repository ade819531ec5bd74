;@ title: Three stack slots, and one sum of the wrong two
;@ family: slots rotated
;@ claim: differ
;@ witness: 5, 0
;@ slow
; Each number the sum of the three before, $1 times, from 0, 1, $2 on.
    lis $4
    .word 1
    lis $5
    .word 12
    sub $30, $30, $5
    sw $0, 0($30)
    sw $4, 4($30)
    sw $2, 8($30)
loop:
    beq $1, $0, done
    lw $6, 0($30)
    lw $7, 4($30)
    lw $8, 8($30)
    add $6, $6, $7
    add $6, $6, $8
    sw $7, 0($30)
    sw $8, 4($30)
    sw $6, 8($30)
    sub $1, $1, $4
    beq $0, $0, loop
done:
    lw $3, 0($30)
    add $30, $30, $5
    jr $31

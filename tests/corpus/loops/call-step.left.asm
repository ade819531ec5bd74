;@ title: A step in a procedure
;@ family: endless
;@ claim: differ
;@ witness: 1, 0
;@ endless: left
;@ slow
;@ note: The procedure takes 2, so an odd number never gets to 0.
; Rounds until nothing is left of $1, where a procedure takes 2 off it.
    lis $4
    .word 4
    sub $30, $30, $4
    sw $31, 0($30)
    lis $6
    .word step
    lis $8
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    jalr $6
    add $3, $3, $8
    beq $0, $0, loop
done:
    lis $4
    .word 4
    lw $31, 0($30)
    add $30, $30, $4
    jr $31
step:
    lis $7
    .word 2
    sub $1, $1, $7
    jr $31

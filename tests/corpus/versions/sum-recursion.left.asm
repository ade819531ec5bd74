;@ title: A recursion with other frames, registers and branches
;@ family: procedures
;@ verdict: equivalent-up-to
;@ out-of-fuel: 100000, 0
;@ label-from: proof
;@ by: patterns
; The sum of the numbers to $1, by recursion.
    sw $31, -4($30)
    lis $10
    .word 4
    sub $30, $30, $10
    lis $7
    .word f
    jalr $7
    lis $10
    .word 4
    add $30, $30, $10
    lw $31, -4($30)
    jr $31
f:
    beq $1, $0, zero
    sw $31, -4($30)
    sw $1, -8($30)
    lis $5
    .word 1
    sub $1, $1, $5
    lis $4
    .word 8
    sub $30, $30, $4
    lis $7
    .word f
    jalr $7
    lis $4
    .word 8
    add $30, $30, $4
    lw $31, -4($30)
    lw $1, -8($30)
    add $3, $3, $1
    jr $31
zero:
    add $3, $0, $0
    jr $31

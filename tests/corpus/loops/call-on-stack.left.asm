;@ title: A procedure that keeps registers on the stack, and its body
;@ family: calls with frames
;@ claim: equivalent
; Calls a procedure $1 times, unsigned, that keeps what it changes on the stack
; and calls another one.
    lis $4
    .word 4
    lis $11
    .word 1
    lis $10
    .word outer
    sub $30, $30, $4
    sw $31, 0($30)
    add $3, $0, $0
loop:
    beq $1, $0, done
    jalr $10
    sub $1, $1, $11
    beq $0, $0, loop
done:
    lw $31, 0($30)
    add $30, $30, $4
    jr $31
outer:
    sw $31, -4($30)
    sw $1, -8($30)
    sub $30, $30, $4
    sub $30, $30, $4
    lis $12
    .word inner
    add $1, $2, $2
    jalr $12
    add $30, $30, $4
    add $30, $30, $4
    lw $1, -8($30)
    lw $31, -4($30)
    jr $31
inner:
    sw $2, -4($30)
    add $2, $1, $11
    add $3, $3, $2
    lw $2, -4($30)
    jr $31

;@ title: Pushes 1 to n and adds, and the formula
;@ family: stack
;@ verdict: equivalent
;@ label-from: proof
; 1 + 2 + ... + n, where n = $1 mod 16: pushes them, then pops and adds.
    lis $4
    .word 16
    divu $1, $4
    mfhi $5
    lis $4
    .word 4
    lis $6
    .word 1
    add $7, $30, $0     ; where the stack is empty
push:
    beq $5, $0, summed
    sub $30, $30, $4
    sw $5, 0($30)
    sub $5, $5, $6
    beq $0, $0, push
summed:
    add $3, $0, $0
pop:
    beq $30, $7, done
    lw $8, 0($30)
    add $30, $30, $4
    add $3, $3, $8
    beq $0, $0, pop
done:
    jr $31

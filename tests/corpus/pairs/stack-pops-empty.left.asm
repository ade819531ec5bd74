;@ title: Pops from a stack that may be empty
;@ family: stack
;@ verdict: disequivalent
;@ bug: fault in one only
;@ witness: 8, 1 -> 0 | address-out-of-range
;@ label-from: witness
;@ note: The right program pops before it tests: above the stack there is no
;@   memory.
; The sum of the numbers $1 mod 8, ..., 2, 1, through the stack.
    lis $4
    .word 8
    divu $1, $4
    mfhi $5
    lis $4
    .word 4
    lis $6
    .word 1
    add $7, $5, $0      ; how many there are
push:
    beq $5, $0, add
    sub $30, $30, $4
    sw $5, 0($30)
    sub $5, $5, $6
    beq $0, $0, push
add:
    add $3, $0, $0
pop:
    beq $7, $0, done
    lw $8, 0($30)
    add $30, $30, $4
    add $3, $3, $8
    sub $7, $7, $6
    beq $0, $0, pop
done:
    jr $31

;@ title: A program that changes its add to no instruction
;@ family: self-modifying code
;@ verdict: disequivalent
;@ bug: fault in one only
;@ witness: 3, 2147483648 -> 2147483651 | invalid-instruction
;@ label-from: witness
;@ note: 0x00221823 is subu of other MIPS machines, and no instruction of this
;@   one: it faults where $2 is the most negative number.
; $1 plus $2, but $1 less $2 if $2 is -2147483648.
    lis $4
    .word 0x80000000
    beq $2, $4, negative
    add $3, $1, $2
    jr $31
negative:
    sub $3, $1, $2
    jr $31

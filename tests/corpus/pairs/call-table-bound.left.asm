;@ title: A table of procedures, the bound one too high
;@ family: procedure call
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 3, 5 -> 0 | invalid-instruction
;@ label-from: witness
;@ note: Number 3 reads the word behind the table, an instruction, and jumps
;@   there: a fault, in the right program only.
; Operation $1 on $2: 0 doubles, 1 squares, 2 negates. 0 for all others.
    add $3, $0, $0
    lis $4
    .word 3
    sltu $5, $1, $4
    beq $5, $0, done
    add $6, $1, $1
    add $6, $6, $6
    lis $7
    .word table
    add $7, $7, $6
    lw $7, 0($7)
    jr $7
done:
    jr $31
table:
    .word double
    .word square
    .word negate
double:
    add $3, $2, $2
    jr $31
square:
    mult $2, $2
    mflo $3
    jr $31
negate:
    sub $3, $0, $2
    jr $31

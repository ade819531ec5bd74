;@ title: Procedures from a table, and branches
;@ family: procedure call
;@ verdict: equivalent
;@ label-from: proof
;@ note: A computed jump with three targets.
; $1 and $2 added, subtracted or multiplied, as $1 mod 3 is 0, 1 or 2: the
; procedure's address is in a table.
    lis $4
    .word 3
    divu $1, $4
    mfhi $5
    add $5, $5, $5
    add $5, $5, $5
    lis $6
    .word table
    add $6, $6, $5
    lw $10, 0($6)
    sw $31, -4($30)
    lis $4
    .word 4
    sub $30, $30, $4
    jalr $10
    add $30, $30, $4
    lw $31, -4($30)
    jr $31
table:
    .word plus
    .word minus
    .word times
plus:
    add $3, $1, $2
    jr $31
minus:
    sub $3, $1, $2
    jr $31
times:
    mult $1, $2
    mflo $3
    jr $31

;@ title: A call that forgets the way back
;@ family: procedure call
;@ verdict: disequivalent
;@ bug: register or word overwritten
;@ witness: 1, 0 -> 0 | runs-for-ever
;@ label-from: witness
;@ note: For odd $1 the right program's $31 is its own: `jr $31` jumps to
;@   itself for ever, and the left program stops.
; $2 if $1 is even, else 3 * $2, by a procedure.
    lis $4
    .word 2
    lis $5
    .word 4
    add $3, $2, $0
    divu $1, $4
    mfhi $6
    beq $6, $0, done
    sw $31, -4($30)
    sub $30, $30, $5
    lis $10
    .word triple
    jalr $10
    add $30, $30, $5
    lw $31, -4($30)
done:
    jr $31
triple:
    add $3, $2, $2
    add $3, $3, $2
    jr $31

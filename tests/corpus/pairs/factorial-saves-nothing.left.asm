;@ title: Recursive factorial, the number not saved
;@ family: factorial
;@ verdict: disequivalent
;@ bug: register or word overwritten
;@ witness: 3, 0 -> 6 | 0
;@ label-from: witness
;@ note: Only the depth is saved, so all factors are 0 but for 0!, which has
;@   none.
; The factorial of $1 mod 8.
    lis $4
    .word 8
    divu $1, $4
    mfhi $1
    lis $6
    .word 1
    add $3, $6, $0
loop:
    beq $1, $0, done
    mult $3, $1
    mflo $3
    sub $1, $1, $6
    beq $0, $0, loop
done:
    jr $31

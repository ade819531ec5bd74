;@ title: A generator's step and a division by its number
;@ family: pseudorandom numbers
;@ verdict: disequivalent
;@ bug: fault in one only
;@ witness: 634785765, 5 -> 0 | division-by-zero
;@ label-from: witness
;@ note: Just one seed gives 0 after the step, and the right program divides by
;@   that.
; $2 divided by the number after the seed $1: 1664525 * seed + 1013904223. 0 if
; that is 0. Unsigned.
    lis $4
    .word 1664525
    lis $5
    .word 1013904223
    mult $1, $4
    mflo $6
    add $6, $6, $5
    add $3, $0, $0
    beq $6, $0, done
    divu $2, $6
    mflo $3
done:
    jr $31

;@ title: Product by doubling, one bit too few
;@ family: product
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 1, 32 -> 32 | 0
;@ label-from: witness
;@ note: Bit 5 of the factor is never looked at.
; $1 * $2 for $2 up to 63, else -1.
    lis $3
    .word -1
    lis $4
    .word 64
    sltu $5, $2, $4
    beq $5, $0, done
    mult $1, $2
    mflo $3
done:
    jr $31

;@ title: Is it the square root? The low word is not enough
;@ family: integer square root
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 0, 65536 -> 0 | 1
;@ label-from: witness
;@ note: (2^16 + r)^2 and r^2 can have the same low word.
; 1 if $2 * $2 = $1, as whole numbers without a sign, else 0.
    add $3, $0, $0
    multu $2, $2
    mfhi $4
    bne $4, $0, done
    mflo $4
    bne $4, $1, done
    lis $3
    .word 1
done:
    jr $31

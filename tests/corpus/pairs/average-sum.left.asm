;@ title: The mean by the sum
;@ family: average
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 2147483647, 1 -> 1073741824 | 3221225472
;@ label-from: witness
;@ note: The sum of two numbers of one sign may not fit.
; The mean of $1 and $2, signed and not negative; 0 if one is negative.
    add $3, $0, $0
    slt $4, $1, $0
    bne $4, $0, done
    slt $4, $2, $0
    bne $4, $0, done
    lis $5
    .word 2
    add $6, $1, $2
    divu $6, $5
    mflo $3
done:
    jr $31

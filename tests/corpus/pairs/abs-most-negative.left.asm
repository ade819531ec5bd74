;@ title: Absolute value, the most negative number apart
;@ family: absolute value
;@ verdict: disequivalent
;@ bug: one input only
;@ witness: 2147483648, 7 -> 2147483648 | 2147483647
;@ label-from: witness
;@ note: -2147483648 has no absolute value in 32 bits: the left program leaves
;@   it, the right one gives the largest number.
; The absolute value of $1.
    add $3, $1, $0
    slt $4, $0, $1
    bne $4, $0, done
    sub $3, $0, $1
done:
    jr $31

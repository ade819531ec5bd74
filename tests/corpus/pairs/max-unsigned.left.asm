;@ title: Maximum, signed and unsigned
;@ family: maximum
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967291, 3 -> 3 | 4294967291
;@ label-from: witness
;@ note: They differ where just one of the numbers is negative.
; The larger of $1 and $2.
    add $3, $2, $0
    slt $4, $1, $2
    bne $4, $0, done
    add $3, $1, $0
done:
    jr $31

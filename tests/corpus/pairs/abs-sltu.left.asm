;@ title: Absolute value with sltu for slt
;@ family: absolute value
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967295, 0 -> 1 | 4294967295
;@ label-from: witness
;@ note: No number is less than 0 unsigned, so the right program never negates.
; The absolute value of $1.
    add $3, $1, $0
    slt $4, $1, $0
    beq $4, $0, done
    sub $3, $0, $3
done:
    jr $31

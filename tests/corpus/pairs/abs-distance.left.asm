;@ title: Distance of two numbers, by order and by sign
;@ family: absolute value
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 2147483648, 1 -> 2147483649 | 2147483647
;@ label-from: witness
;@ note: They differ where $1 - $2 does not fit in 32 bits.
; The distance between $1 and $2: larger minus smaller.
    slt $4, $1, $2
    bne $4, $0, second
    sub $3, $1, $2
    jr $31
second:
    sub $3, $2, $1
    jr $31

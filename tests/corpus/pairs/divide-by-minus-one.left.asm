;@ title: A quotient that does not fit
;@ family: division
;@ verdict: disequivalent
;@ bug: one input only
;@ witness: 2147483648, 4294967295 -> 2147483647 | 2147483648
;@ label-from: witness
;@ note: -2147483648 / -1 is 2147483648, which no signed word holds.
; $1 / $2, signed; 0 if $2 is 0. The largest number if the quotient is larger.
    add $3, $0, $0
    beq $2, $0, done
    lis $4
    .word -1
    bne $2, $4, divide
    lis $5
    .word 0x80000000
    bne $1, $5, divide
    lis $3
    .word 0x7fffffff
    jr $31
divide:
    div $1, $2
    mflo $3
done:
    jr $31

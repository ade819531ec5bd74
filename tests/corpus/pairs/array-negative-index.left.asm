;@ title: An index that may be negative
;@ family: array
;@ verdict: disequivalent
;@ bug: fault in one only
;@ witness: 4294967196, 0 -> 4294967295 | address-out-of-range
;@ label-from: witness
;@ note: The right program tests the upper bound only: index -100 is an address
;@   below 0.
; Element $1 of an array of five, -1 if there is none.
    lis $3
    .word -1
    lis $4
    .word 5
    sltu $5, $1, $4
    beq $5, $0, done
    add $6, $1, $1
    add $6, $6, $6
    lis $7
    .word array
    add $7, $7, $6
    lw $3, 0($7)
done:
    jr $31
array:
    .word 2
    .word 3
    .word 5
    .word 7
    .word 11

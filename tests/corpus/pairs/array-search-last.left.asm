;@ title: A search that misses the last element
;@ family: array
;@ verdict: disequivalent
;@ bug: one input only
;@ witness: 29, 0 -> 6 | 0
;@ label-from: witness
;@ note: The right loop ends before the last element.
; The place, 1 to 6, of $1 in an array; 0 if it is not there.
    lis $4
    .word 4
    lis $5
    .word 1
    lis $6
    .word array
    lis $7
    .word 6
    add $3, $0, $0
loop:
    beq $3, $7, none
    lw $8, 0($6)
    add $3, $3, $5
    beq $8, $1, done
    add $6, $6, $4
    beq $0, $0, loop
none:
    add $3, $0, $0
done:
    jr $31
array:
    .word 7
    .word 11
    .word 13
    .word 17
    .word 23
    .word 29

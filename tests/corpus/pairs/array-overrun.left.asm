;@ title: A store behind the end of an array
;@ family: array
;@ verdict: disequivalent
;@ bug: register or word overwritten
;@ witness: 4, 10 -> 15 | 1010
;@ label-from: witness
;@ note: Index 4 is behind the array of four, where the right program keeps its
;@   constant.
; Stores 1000 in element $1 of an array of four, if there is such a one, then
; 5 + $2.
    lis $4
    .word 4
    sltu $5, $1, $4
    beq $5, $0, result
    add $6, $1, $1
    add $6, $6, $6
    lis $7
    .word array
    add $7, $7, $6
    lis $8
    .word 1000
    sw $8, 0($7)
result:
    lis $7
    .word constant
    lw $3, 0($7)
    add $3, $3, $2
    jr $31
array:
    .word 0
    .word 0
    .word 0
    .word 0
constant:
    .word 5

;@ claim: differ
;@ title: Horner's rule modulo 15 on base-16 digits, the lowest one first, and division
;@ family: congruence
;@ witness: 16, 0 -> 1 | 3
;@ note: modulo 13 the order of the digits matters, and the left program begins at the wrong end
    lis $7
    .word 13
    lis $8
    .word 16
    add $5, $0, $0
loop1:
    beq $1, $0, done2
    divu $1, $8
    mfhi $6
    mflo $1
    multu $5, $8
    mflo $5
    add $5, $5, $6
    divu $5, $7
    mfhi $5
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

;@ claim: equivalent
;@ title: Horner's rule modulo 15 on base-16 digits, the lowest one first, and division
;@ family: congruence
;@ note: 16 is 1 modulo 15, so the order of the digits does not matter
    lis $7
    .word 15
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

;@ claim: equivalent
;@ title: A remainder by 15, by sums of base-16 digits and by division
;@ family: congruence
;@ note: 16 is 1 modulo 15, and a sum of digits does not wrap
    lis $8
    .word 16
    lis $9
    .word 15
    add $5, $1, $0
loop1:
    sltu $10, $9, $5
    beq $10, $0, done2
    add $6, $5, $0
    add $5, $0, $0
loop3:
    beq $6, $0, done4
    divu $6, $8
    mfhi $7
    mflo $6
    add $5, $5, $7
    beq $0, $0, loop3
done4:
    beq $0, $0, loop1
done2:
    bne $5, $9, endif5
    add $5, $0, $0
endif5:
    add $3, $5, $0
    jr $31

;@ claim: equivalent
;@ title: The digital root, by sums of digits and by a remainder by 9
;@ family: congruence
;@ note: 10 is 1 modulo 9, and only 0 has the digital root 0
    lis $7
    .word 10
loop1:
    sltu $8, $1, $7
    bne $8, $0, done2
    add $5, $0, $0
loop3:
    beq $1, $0, done4
    divu $1, $7
    mfhi $6
    mflo $1
    add $5, $5, $6
    beq $0, $0, loop3
done4:
    add $1, $5, $0
    beq $0, $0, loop1
done2:
    add $3, $1, $0
    jr $31

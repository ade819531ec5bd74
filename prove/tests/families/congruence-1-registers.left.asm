;@ claim: equivalent
;@ title: The greatest common divisor, by remainders and by differences with swaps
;@ family: congruence
;@ note: each round keeps the greatest common divisor; that of 0 and $1 is $1
loop1:
    beq $2, $0, done2
    divu $1, $2
    mfhi $5
    add $1, $2, $0
    add $2, $5, $0
    beq $0, $0, loop1
done2:
    add $3, $1, $0
    jr $31

;@ claim: differ
;@ title: The greatest common divisor, by remainders and by differences with swaps
;@ family: congruence
;@ witness: 2, 1 -> 1 | 2
;@ note: the right loop also stops at 1, and returns the other word
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

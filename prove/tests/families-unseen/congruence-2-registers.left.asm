;@ claim: equivalent
;@ title: The greatest common divisor, by remainders in turn and by subtraction from the greater one
;@ family: congruence
;@ note: the right loop ends when one word is 0, so the sum is the other word
    bne $2, $0, endif1
    add $3, $1, $0
    jr $31
endif1:
loop2:
    divu $1, $2
    mfhi $1
    bne $1, $0, endif3
    add $3, $2, $0
    jr $31
endif3:
    divu $2, $1
    mfhi $2
    bne $2, $0, endif4
    add $3, $1, $0
    jr $31
endif4:
    beq $0, $0, loop2

;@ claim: equivalent
;@ title: $1 mod 65536 plus $2 mod 65536, modulo 13, reduced in each round and at the end
;@ family: congruence
;@ note: the sum is less than 131072 and does not wrap
    lis $5
    .word 1
    lis $6
    .word 13
    lis $7
    .word 65536
    divu $1, $7
    mfhi $1
    divu $2, $7
    mfhi $2
    divu $1, $6
    mfhi $1
loop1:
    beq $2, $0, done2
    add $1, $1, $5
    bne $1, $6, endif3
    add $1, $0, $0
endif3:
    sub $2, $2, $5
    beq $0, $0, loop1
done2:
    add $3, $1, $0
    jr $31

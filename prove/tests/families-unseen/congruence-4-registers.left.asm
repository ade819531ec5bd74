;@ claim: equivalent
;@ title: A remainder by 3, by counting fours and by division
;@ family: congruence
;@ note: 4 is 1 modulo 3, so the number of fours plus the rest has the same remainder
    lis $6
    .word 3
    lis $7
    .word 1
    lis $8
    .word 4
loop1:
    sltu $9, $1, $8
    bne $9, $0, done2
    add $5, $0, $0
loop3:
    sltu $9, $1, $8
    bne $9, $0, done4
    sub $1, $1, $8
    add $5, $5, $7
    beq $0, $0, loop3
done4:
    add $1, $1, $5
    beq $0, $0, loop1
done2:
    bne $1, $6, endif5
    add $1, $0, $0
endif5:
    add $3, $1, $0
    jr $31

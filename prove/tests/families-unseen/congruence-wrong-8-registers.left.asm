;@ claim: differ
;@ title: A remainder by 9, by decimal digits and by division
;@ family: congruence
;@ witness: 4294967295, 0 -> 4294967286 | 3
;@ note: the left program divides signed words
    lis $7
    .word 9
    lis $8
    .word 10
    add $5, $0, $0
loop1:
    beq $1, $0, done2
    div $1, $8
    mfhi $6
    mflo $1
    add $5, $5, $6
    sltu $9, $5, $7
    bne $9, $0, endif3
    sub $5, $5, $7
endif3:
    beq $0, $0, loop1
done2:
    add $3, $5, $0
    jr $31

;@ claim: differ
;@ title: A remainder by 3, by counting fours and by division
;@ family: congruence
;@ witness: 7, 0 -> 4 | 1
;@ note: the left program folds only once
    lis $6
    .word 3
    lis $7
    .word 1
    lis $8
    .word 4
    sltu $9, $1, $8
    bne $9, $0, endif1
    add $5, $0, $0
loop2:
    sltu $9, $1, $8
    bne $9, $0, done3
    sub $1, $1, $8
    add $5, $5, $7
    beq $0, $0, loop2
done3:
    add $1, $1, $5
endif1:
    bne $1, $6, endif4
    add $1, $0, $0
endif4:
    add $3, $1, $0
    jr $31

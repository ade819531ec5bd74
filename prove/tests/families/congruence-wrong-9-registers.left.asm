;@ claim: differ
;@ title: A remainder by 5, by subtracting tens, then fives, and by division
;@ family: congruence
;@ witness: 2147483648, 0 -> 2147483648 | 3
;@ note: the left loops compare signed words
    lis $5
    .word 5
    lis $6
    .word 10
loop1:
    slt $7, $1, $6
    bne $7, $0, done2
    sub $1, $1, $6
    beq $0, $0, loop1
done2:
loop3:
    slt $7, $1, $5
    bne $7, $0, done4
    sub $1, $1, $5
    beq $0, $0, loop3
done4:
    add $3, $1, $0
    jr $31

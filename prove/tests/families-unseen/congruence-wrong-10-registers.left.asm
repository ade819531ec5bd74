;@ claim: differ
;@ title: Whether 3 divides a word, by subtracting sixes or threes and by subtracting threes
;@ family: congruence
;@ witness: 2, 0 -> 4294967295 | 0
;@ note: the left program returns 1 minus the remainder, which may be 2
    lis $6
    .word 1
    lis $7
    .word 6
    lis $8
    .word 3
loop1:
    sltu $9, $1, $8
    bne $9, $0, done2
    sltu $9, $1, $7
    bne $9, $0, else3
    sub $1, $1, $7
    beq $0, $0, endif4
else3:
    sub $1, $1, $8
endif4:
    beq $0, $0, loop1
done2:
    sub $5, $6, $1
    add $3, $5, $0
    jr $31

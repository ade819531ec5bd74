;@ claim: equivalent
;@ title: Whether 3 divides a word, by subtracting sixes or threes and by subtracting threes
;@ family: congruence
;@ note: both loops keep the remainder by 3, in different numbers of rounds
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
    sltu $5, $1, $6
    add $3, $5, $0
    jr $31

;@ claim: equivalent
;@ title: $1 mod $2, by repeated subtraction and by division; $1 if $2 is 0
;@ family: congruence
;@ note: the left loop has up to 4294967295 rounds
    beq $2, $0, endif1
loop2:
    sltu $5, $1, $2
    bne $5, $0, done3
    sub $1, $1, $2
    beq $0, $0, loop2
done3:
endif1:
    add $3, $1, $0
    jr $31

;@ claim: differ
;@ title: $1 mod $2, by repeated subtraction and by division; $1 if $2 is 0
;@ family: congruence
;@ witness: 0, 2147483649 -> 2147483647 | 0
;@ note: the left loop subtracts before it compares, and $1 - $2 wraps if $1 is less than $2
    beq $2, $0, endif1
loop2:
    sub $1, $1, $2
    sltu $5, $1, $2
    bne $5, $0, done3
    beq $0, $0, loop2
done3:
endif1:
    add $3, $1, $0
    jr $31

;@ title: A sum by counting up and by counting down
;@ family: sum
;@ claim: equivalent
; 1 + 2 + ... + $1, for $1 >= 0, counting up; 0 for negative numbers.
    lis $4
    .word 1
    add $3, $0, $0
    add $5, $0, $0
loop:
    slt $6, $5, $1
    beq $6, $0, done
    add $5, $5, $4
    add $3, $3, $5
    beq $0, $0, loop
done:
    jr $31

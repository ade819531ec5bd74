;@ title: Days of a month, by a table and by branches
;@ family: days of a month
;@ verdict: equivalent
;@ label-from: proof
; The days of month $1, 1 to 12, in a common year; 0 for any other number.
    add $3, $0, $0
    lis $4
    .word 1
    lis $5
    .word 12
    sub $6, $1, $4      ; 0 to 11
    sltu $7, $6, $5
    beq $7, $0, done
    add $6, $6, $6
    add $6, $6, $6
    lis $7
    .word days
    add $7, $7, $6
    lw $3, 0($7)
done:
    jr $31
days:
    .word 31
    .word 28
    .word 31
    .word 30
    .word 31
    .word 30
    .word 31
    .word 31
    .word 30
    .word 31
    .word 30
    .word 31

;@ title: Days of a month, and of a thirteenth
;@ family: days of a month
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 13, 0 -> 0 | 366
;@ label-from: witness
;@ note: The right program's table has a word behind it, which is the 13th
;@   month's.
; The days of month $1, 1 to 12, in a leap year; 0 for any other number.
    add $3, $0, $0
    lis $4
    .word 12
    lis $5
    .word 1
    sub $6, $1, $5
    sltu $7, $6, $4
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
    .word 29
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
    .word 366           ; of the year

;@ title: A date's check that takes November for long
;@ family: days of a month
;@ verdict: disequivalent
;@ bug: one input only
;@ witness: 31, 11 -> 0 | 1
;@ label-from: witness
;@ note: Only 31 November tells them apart.
; 1 if day $1 of month $2 is a date (of a common year), else 0.
    add $3, $0, $0
    lis $4
    .word 1
    slt $5, $1, $4
    bne $5, $0, done
    slt $5, $2, $4
    bne $5, $0, done
    lis $6
    .word 12
    slt $5, $6, $2
    bne $5, $0, done
    lis $7
    .word 28
    lis $6
    .word 2
    beq $2, $6, check
    lis $7
    .word 30
    lis $6
    .word 4
    beq $2, $6, check
    lis $6
    .word 6
    beq $2, $6, check
    lis $6
    .word 9
    beq $2, $6, check
    lis $6
    .word 11
    beq $2, $6, check
    lis $7
    .word 31
check:
    slt $5, $7, $1
    bne $5, $0, done
    add $3, $4, $0
done:
    jr $31

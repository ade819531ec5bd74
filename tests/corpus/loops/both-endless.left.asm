;@ title: Counting by two and by four, where an odd number is waited for
;@ family: endless
;@ claim: equivalent
;@ note: Both run for ever, whatever the input is.
; Counts by 2 from 0 until 1 is met, which is never.
    lis $4
    .word 2
    lis $8
    .word 1
    add $5, $0, $0
loop:
    beq $5, $8, done
    add $5, $5, $4
    beq $0, $0, loop
done:
    add $3, $0, $0
    jr $31

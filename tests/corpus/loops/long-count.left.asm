;@ title: A count that ends late, and none
;@ family: endless
;@ claim: equivalent
;@ note: The left loop looks endless and ends after 900,000,007 steps.
; 0, after a count down from 300,000,000.
    lis $4
    .word 1
    lis $5
    .word 300000000
    add $3, $0, $0
loop:
    beq $5, $0, done
    sub $5, $5, $4
    beq $0, $0, loop
done:
    jr $31

;@ title: A sum on the stack that minds its sign
;@ family: sum below
;@ claim: differ
;@ witness: 65537, 0
;@ note: The sum is above 2^31 from 65,537 on.
; The sum of the numbers below $1, unsigned, kept in a register.
    lis $4
    .word 1
    add $3, $0, $0
    add $5, $0, $0
loop:
    beq $5, $1, done
    add $3, $3, $5
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31

;@ title: An inner loop that is short once
;@ family: nested
;@ claim: differ
;@ witness: 102, 1
; $1 rounds of $2 rounds each, counted, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
outer:
    beq $1, $0, done
    add $5, $2, $0
inner:
    beq $5, $0, next
    add $3, $3, $4
    sub $5, $5, $4
    beq $0, $0, inner
next:
    sub $1, $1, $4
    beq $0, $0, outer
done:
    jr $31

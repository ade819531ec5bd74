;@ title: Two loops for one, but for zero
;@ family: unswitched
;@ claim: differ
;@ witness: 1, 0
;@ slow
; $1 times: one more, and $2 more if $2 is negative, else the double.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $3, $3, $4
    slt $5, $2, $0
    beq $5, $0, other
    add $3, $3, $2
    beq $0, $0, next
other:
    add $3, $3, $3
next:
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

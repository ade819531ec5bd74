;@ title: Six at a time, in two loops
;@ family: endless
;@ claim: differ
;@ witness: 1, 0
;@ endless: left
;@ slow
;@ note: A round of the outer loop takes 6, so an odd number never gets to 0.
; Counts rounds until nothing is left of $1; each round takes 2 off it, 3 times.
    lis $4
    .word 2
    lis $8
    .word 1
    lis $9
    .word 3
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $5, $9, $0
inner:
    sub $1, $1, $4
    sub $5, $5, $8
    bne $5, $0, inner
    add $3, $3, $8
    beq $0, $0, loop
done:
    jr $31

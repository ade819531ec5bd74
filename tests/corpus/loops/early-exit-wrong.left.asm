;@ title: A search that misses the last number
;@ family: search
;@ claim: differ
;@ witness: 1, 0
; The first number below $1 whose square is $2, modulo 2^32, else -1.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $3, $1, none
    mult $3, $3
    mflo $5
    beq $5, $2, done
    add $3, $3, $4
    beq $0, $0, loop
none:
    sub $3, $0, $4
done:
    jr $31

;@ title: The largest square, by sums that are watched and by products
;@ family: square root
;@ claim: equivalent
;@ slow
; The square root of $1, unsigned, rounded down: squares are sums of odd
; numbers, and one that wraps around is below the one before.
    lis $4
    .word 1
    lis $5
    .word 2
    add $6, $4, $0
    add $3, $0, $0
    add $8, $0, $0
loop:
    add $9, $8, $6
    sltu $7, $9, $8
    bne $7, $0, done
    sltu $7, $1, $9
    bne $7, $0, done
    add $8, $9, $0
    add $6, $6, $5
    add $3, $3, $4
    beq $0, $0, loop
done:
    jr $31

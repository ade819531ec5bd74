;@ title: A summand that is one too many from 10,000 on
;@ family: products
;@ claim: differ
;@ witness: 10002, 0
; The sum of 12 * i for i from 0 below $1, each by a product.
    lis $4
    .word 1
    lis $7
    .word 12
    add $3, $0, $0
    add $5, $0, $0
loop:
    sltu $6, $5, $1
    beq $6, $0, done
    mult $5, $7
    mflo $6
    add $3, $3, $6
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31

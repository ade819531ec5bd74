;@ title: A discount, the tests in another order
;@ family: price
;@ verdict: equivalent
;@ label-from: proof
; The price of $1 pieces, up to 5000, at 250 cents; 10 % less from 100 pieces
; on, and 20 % less from 1000 on. -1 for more pieces.
    lis $3
    .word -1
    lis $4
    .word 5000
    sltu $5, $4, $1
    bne $5, $0, done
    lis $6
    .word 250
    lis $4
    .word 100
    sltu $5, $1, $4
    bne $5, $0, price
    lis $6
    .word 225
    lis $4
    .word 1000
    sltu $5, $1, $4
    bne $5, $0, price
    lis $6
    .word 200
price:
    mult $1, $6
    mflo $3
done:
    jr $31

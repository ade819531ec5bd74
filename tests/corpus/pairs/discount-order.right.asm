; The price of $1 pieces, up to 5000, at 250 cents; 10 % less from 100 pieces
; on, and 20 % less from 1000 on. -1 for more pieces.
    lis $4
    .word 5001
    sltu $5, $1, $4
    bne $5, $0, price
    lis $3
    .word -1
    jr $31
price:
    lis $6
    .word 999
    slt $7, $6, $1      ; 1 from 1000 pieces on
    lis $6
    .word 99
    slt $8, $6, $1      ; 1 from 100 pieces on
    add $7, $7, $8
    lis $6
    .word 25
    mult $7, $6
    mflo $7
    lis $6
    .word 250
    sub $6, $6, $7      ; 25 cents less for each
    mult $6, $1
    mflo $3
    jr $31

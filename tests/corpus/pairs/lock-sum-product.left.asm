;@ title: A lock that tests sum and product
;@ family: hidden case
;@ verdict: equivalent
;@ label-from: proof
;@ note: Two numbers below 2^16 are known by their sum and their product, but
;@   for their order.
; 1 if $1 and $2, less than 65536 each, are 241 and 251 in any order, else 0.
    add $3, $0, $0
    lis $4
    .word 241
    lis $5
    .word 251
    beq $1, $4, first
    bne $1, $5, done
    bne $2, $4, done
    beq $0, $0, yes
first:
    bne $2, $5, done
yes:
    lis $3
    .word 1
done:
    jr $31

;@ title: A product that goes wrong after 30,000 rounds
;@ family: product
;@ claim: differ
;@ witness: 0, 30001
; $1 * $2 by repeated addition, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $2, $0, done
    add $3, $3, $1
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31

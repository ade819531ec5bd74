;@ title: Median of $1, $2 and 50, in two ways
;@ family: maximum
;@ verdict: equivalent
;@ label-from: proof
;@ note: Sum less smallest less largest, and the one that lies between the
;@   others.
; The median of $1, $2 and 50: all three added, less the smallest and the
; largest.
    lis $4
    .word 50
    add $5, $1, $0      ; $5: smallest, $6: largest
    add $6, $2, $0
    slt $7, $5, $6
    bne $7, $0, ordered
    add $5, $2, $0
    add $6, $1, $0
ordered:
    slt $7, $4, $5
    beq $7, $0, largest
    add $5, $4, $0
largest:
    slt $7, $6, $4
    beq $7, $0, rest
    add $6, $4, $0
rest:
    add $3, $1, $2
    add $3, $3, $4
    sub $3, $3, $5
    sub $3, $3, $6
    jr $31

;@ title: A cube by differences and at once
;@ family: differences
;@ claim: equivalent
;@ slow
; $1 * $1 * $1, by differences.
    lis $4
    .word 1
    lis $5
    .word 6
    add $3, $0, $0
    add $6, $4, $0
    add $7, $5, $0
loop:
    beq $1, $0, done
    add $3, $3, $6
    add $6, $6, $7
    add $7, $7, $5
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

;@ title: A negative counter whose square has a high word
;@ family: negative counter
;@ claim: differ
;@ witness: 65536, 0
;@ slow
; The sum of the squares of the numbers up to $1, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    mult $1, $1
    mflo $5
    add $3, $3, $5
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

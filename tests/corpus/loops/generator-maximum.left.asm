;@ title: The largest number of a generator, tested both ways
;@ family: maximum
;@ claim: equivalent
;@ slow
; The largest of the $2 numbers that follow $1, unsigned.
    lis $4
    .word 1
    lis $8
    .word 1664525
    lis $9
    .word 1013904223
    add $3, $0, $0
loop:
    beq $2, $0, done
    mult $1, $8
    mflo $1
    add $1, $1, $9
    sltu $5, $3, $1
    beq $5, $0, less
    add $3, $1, $0
less:
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31

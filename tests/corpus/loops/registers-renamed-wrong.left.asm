;@ title: Doubling that gets one more after 100 rounds
;@ family: doubling
;@ claim: differ
;@ witness: 1, 101
; $1 doubled $2 times, for $2 >= 0.
    lis $4
    .word 1
    add $3, $1, $0
loop:
    beq $2, $0, done
    add $3, $3, $3
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31

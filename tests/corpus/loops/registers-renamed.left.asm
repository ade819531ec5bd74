;@ title: Doubling in other registers, tested at the end
;@ family: doubling
;@ claim: equivalent
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

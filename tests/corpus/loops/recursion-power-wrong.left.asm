;@ title: A power by recursion that differs where it is 3^200
;@ family: recursion-power
;@ claim: differ
;@ witness: 3, 200
;@ note: The recursion adds 1 to what is the low word of 3^200.
; $1 to the power of $2 modulo 256, by a loop.
    lis $4
    .word 1
    lis $7
    .word 256
    divu $2, $7
    mfhi $2
    add $3, $4, $0
loop:
    beq $2, $0, done
    mult $3, $1
    mflo $3
    sub $2, $2, $4
    beq $0, $0, loop
done:
    jr $31

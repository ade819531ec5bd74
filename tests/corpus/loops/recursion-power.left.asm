;@ title: A power by a loop and by recursion
;@ family: recursion-power
;@ claim: equivalent
;@ note: What the loop has gathered times what a call returns is the power.
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

;@ title: Recursion that needs more frames than there is memory
;@ family: recursion
;@ claim: differ
;@ witness: 4096, 0
;@ note: 4,097 frames of 4 KiB are more than 16 MiB.
; $1 modulo 8192 times $2, by a loop.
    lis $4
    .word 1
    lis $7
    .word 8192
    divu $1, $7
    mfhi $1
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $3, $3, $2
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

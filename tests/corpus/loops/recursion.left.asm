;@ title: A product by a loop and by recursion
;@ family: recursion
;@ claim: equivalent
;@ note: 1,024 frames of 4 KiB are a quarter of the memory.
; $1 modulo 1024 times $2, by a loop.
    lis $4
    .word 1
    lis $7
    .word 1024
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

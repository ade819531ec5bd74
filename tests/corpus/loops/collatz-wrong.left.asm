;@ title: Two steps in one that do not overflow
;@ family: collatz
;@ claim: differ
;@ witness: 159487, 0
;@ slow
;@ note: The least number whose steps come to 2^32 or more.
; Steps of $1 to 1: half of an even number, three times an odd one and 1 more.
    lis $4
    .word 1
    lis $5
    .word 2
    lis $6
    .word 3
    add $3, $0, $0
loop:
    beq $1, $4, done
    divu $1, $5
    mfhi $7
    bne $7, $0, odd
    mflo $1
    add $3, $3, $4
    beq $0, $0, loop
odd:
    mult $1, $6
    mflo $1
    add $1, $1, $4
    add $3, $3, $4
    beq $0, $0, loop
done:
    jr $31

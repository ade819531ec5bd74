;@ title: A counter whose multiple comes around
;@ family: induction variable
;@ claim: differ
;@ witness: 4096, 0
;@ note: 4096 * 2^20 is 2^32.
; The sum of (i + 2) * 2^20 for i below $1 modulo 8192, and $2, unsigned.
    lis $4
    .word 1
    lis $8
    .word 8192
    lis $9
    .word 0x100000
    divu $1, $8
    mfhi $1
    add $3, $2, $0
    add $5, $0, $0
    add $6, $9, $9
loop:
    beq $5, $1, done
    add $3, $3, $6
    add $6, $6, $9
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31

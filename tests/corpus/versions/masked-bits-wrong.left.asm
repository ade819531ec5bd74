;@ title: Bits are masked behind a shift that keeps the sign
;@ family: arithmetic
;@ verdict: disequivalent
;@ witness: 4294967295, 4294967295 -> 255 | 0
;@ label-from: witness
; The second byte of $1 where the first bits of $2 are not zero, else $1.
    lis $4
    .word 0x1000000
    divu $2, $4
    mflo $5
    beq $5, $0, whole
    lis $6
    .word 65536
    divu $1, $6
    mfhi $7
    lis $8
    .word 256
    divu $7, $8
    mflo $3
    jr $31
whole:
    add $3, $1, $0
    jr $31

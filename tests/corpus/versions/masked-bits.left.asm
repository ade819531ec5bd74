;@ title: Bits are masked before or behind a shift
;@ family: arithmetic
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
;@ note: snd_emu10k1_ptr_read of Linux, Figure 6.5 of paper 5, with quotients for shifts.
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

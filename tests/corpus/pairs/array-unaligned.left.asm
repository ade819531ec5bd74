;@ title: An address that is no multiple of 4
;@ family: array
;@ verdict: disequivalent
;@ bug: fault in one only
;@ witness: 2, 9 -> 9 | misaligned-address
;@ label-from: witness
;@ note: The right program forgets to round the address down.
; Stores $2 at the word of byte $1 mod 64 behind the program, and loads it.
    lis $4
    .word 64
    divu $1, $4
    mfhi $5
    lis $4
    .word 4
    divu $5, $4
    mfhi $6
    sub $5, $5, $6
    lis $7
    .word 0x1000
    add $7, $7, $5
    sw $2, 0($7)
    lw $3, 0($7)
    jr $31

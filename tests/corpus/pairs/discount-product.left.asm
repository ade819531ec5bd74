;@ title: A discount on a product that overflows
;@ family: price
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 65536, 65536 -> 1 | 0
;@ label-from: witness
;@ note: A product of 2^32 and more may look cheap in its low word.
; 1 if $1 pieces at $2 cents are worth 50000 cents or more, else 0. Unsigned.
    add $3, $0, $0
    lis $4
    .word 50000
    multu $1, $2
    mfhi $5
    bne $5, $0, yes
    mflo $5
    sltu $6, $5, $4
    bne $6, $0, no
yes:
    lis $3
    .word 1
no:
    jr $31

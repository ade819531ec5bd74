;@ title: A sum by a loop whose counter may wrap, and the formula
;@ family: sum
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 4294967295, 0 -> runs-for-ever | 2147483648
;@ label-from: witness
;@ note: From 31 * 2^27 on the counter of the left loop comes to 2^32, which is
;@   0, and the loop never ends: after 64 rounds the sum, too, is what it was.
;@   The formula has a result for each $1.
; k + 2k + 3k + ... as long as the summand is at most $1, for k = 2^27,
; unsigned.
    lis $4
    .word 0x08000000
    add $3, $0, $0
    add $5, $4, $0
loop:
    sltu $6, $1, $5
    bne $6, $0, done
    add $3, $3, $5
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31

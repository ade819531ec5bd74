;@ title: A sum by a loop whose counter cannot wrap, and the formula
;@ family: sum
;@ verdict: equivalent
;@ label-from: proof
;@ note: Without the highest bit of $1 the counter comes to 2^31 at most, which
;@   is above all that it is compared with, so the loop ends.
; k + 2k + 3k + ... as long as the summand is at most
; $1 mod 2^31, for k = 2^27, unsigned.
    lis $7
    .word 0x80000000
    divu $1, $7
    mfhi $1
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

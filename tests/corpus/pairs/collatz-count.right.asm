; How many Collatz steps lead from $1 mod 8 to 1. An odd number other than 1
; is followed by an even one, so these are two steps at a time.
    lis $4
    .word 8
    divu $1, $4
    mfhi $1
    lis $4
    .word 2
    lis $5
    .word 1
    add $3, $0, $0
loop:
    beq $1, $5, done
    divu $1, $4
    mfhi $6
    bne $6, $0, odd
    mflo $1
    add $3, $3, $5
    beq $0, $0, loop
odd:
    mflo $6             ; (3n + 1) / 2 = n + n/2 + 1
    add $1, $1, $6
    add $1, $1, $5
    add $3, $3, $4
    beq $0, $0, loop
done:
    jr $31

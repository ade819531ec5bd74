;@ title: The steps of a Collatz sequence
; $3 = how many steps n takes to 1: n / 2 if it is even, else 3n + 1.
    lis $11
    .word 1
    lis $2
    .word 2
    add $3, $0, $0
loop:
    beq $1, $11, done
    add $3, $3, $11
    div $1, $2
    mfhi $5
    bne $5, $0, odd
    mflo $1
    beq $0, $0, loop
odd:
    add $5, $1, $1
    add $1, $1, $5
    add $1, $1, $11
    beq $0, $0, loop
done:
    jr $31

;@ title: At most 500 halvings, an odd number by itself or at once
;@ family: collatz
;@ claim: equivalent
; How many of 500 halvings are left when $1 gets to 1, with 3 * n + 1 between.
    lis $4
    .word 1
    lis $5
    .word 2
    lis $6
    .word 3
    lis $8
    .word 500
    add $3, $0, $0
loop:
    beq $1, $4, yes
    divu $1, $5
    mfhi $7
    bne $7, $0, odd
    beq $8, $0, done
    sub $8, $8, $4
    mflo $1
    beq $0, $0, loop
odd:
    mult $1, $6
    mflo $1
    add $1, $1, $4
    beq $0, $0, loop
yes:
    add $3, $8, $0
done:
    jr $31

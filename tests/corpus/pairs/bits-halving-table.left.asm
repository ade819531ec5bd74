;@ title: Bit count by halving and by a table
;@ family: bit count
;@ verdict: equivalent
;@ label-from: proof
; How many bits of $1 mod 256 are 1: the remainders of halving it.
    lis $4
    .word 256
    divu $1, $4
    mfhi $5
    lis $6
    .word 2
    add $3, $0, $0
loop:
    beq $5, $0, done
    divu $5, $6
    mfhi $7
    mflo $5
    add $3, $3, $7
    beq $0, $0, loop
done:
    jr $31

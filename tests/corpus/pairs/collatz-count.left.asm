;@ title: Collatz steps to 1, with a shortcut
;@ family: collatz
;@ verdict: equivalent
;@ label-from: proof
;@ note: 0 stays 0 for ever on both sides, so they agree there too; both count
;@   their rounds, so that whole states come again only after 2^32.
; How many Collatz steps lead from $1 mod 8 to 1.
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
    add $3, $3, $5
    divu $1, $4
    mfhi $6
    beq $6, $0, even
    add $6, $1, $1
    add $1, $6, $1
    add $1, $1, $5
    beq $0, $0, loop
even:
    mflo $1
    beq $0, $0, loop
done:
    jr $31

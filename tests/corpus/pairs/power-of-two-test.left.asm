;@ title: Is it a power of two? Halving and doubling
;@ family: power
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 4294967295, 0 -> 0 | runs-for-ever
;@ label-from: witness
;@ note: Doubling passes 2^31, comes to 0, and stays there: the right program
;@   runs for ever on numbers above 2^31, on which the left one stops.
; 1 if $1 is a power of two, else 0: halves it while it is even.
    add $3, $0, $0
    beq $1, $0, done
    lis $4
    .word 2
    lis $5
    .word 1
loop:
    beq $1, $5, yes
    divu $1, $4
    mflo $1
    mfhi $6
    beq $6, $0, loop
    jr $31
yes:
    add $3, $5, $0
done:
    jr $31

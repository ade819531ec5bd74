;@ witness: -1, 0
; Takes the lowest bit by a remainder, then halves without a sign.
    lis $2
    .word 2
    add $3, $0, $0
loop:
    beq $1, $0, done
    div $1, $2
    mfhi $4
    mflo $1
    add $3, $3, $4
    beq $0, $0, loop
done:
    jr $31

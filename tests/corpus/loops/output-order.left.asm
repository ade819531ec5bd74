;@ title: Two bytes a round, with other work between
;@ family: output in a round
;@ claim: equivalent
; Writes i and i * $2 for i below $1, low bytes, and gives the sum of both.
    lis $4
    .word 1
    lis $8
    .word 0xffff000c
    add $3, $0, $0
    add $5, $0, $0
loop:
    beq $5, $1, done
    mult $5, $2
    mflo $6
    sw $5, 0($8)
    sw $6, 0($8)
    add $3, $3, $5
    add $3, $3, $6
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31

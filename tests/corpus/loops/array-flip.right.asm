; Flips all bits of an array, two words each round, behind the first word where
; their number is odd.
    lis $4
    .word 4
    lis $9
    .word -1
    lis $10
    .word 2
    mult $2, $4
    mflo $5
    add $5, $5, $1
    divu $2, $10
    mfhi $6
    beq $6, $0, loop
    lw $7, 0($1)
    sub $7, $9, $7
    sw $7, 0($1)
    add $1, $1, $4
loop:
    beq $1, $5, done
    lw $7, 0($1)
    lw $8, 4($1)
    sub $7, $9, $7
    sub $8, $9, $8
    sw $7, 0($1)
    sw $8, 4($1)
    add $1, $1, $4
    add $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

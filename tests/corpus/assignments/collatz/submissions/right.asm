; Odd numbers take two steps at once: (3n + 1) / 2.
    lis $11
    .word 1
    lis $2
    .word 2
    lis $8
    .word 3
    add $3, $0, $0
next:
    beq $1, $11, done
    divu $1, $2
    mfhi $5
    mflo $6
    beq $5, $0, even
    mult $1, $8
    mflo $1
    add $1, $1, $11
    divu $1, $2
    mflo $6
    add $3, $3, $11
even:
    add $3, $3, $11
    add $1, $6, $0
    beq $0, $0, next
done:
    jr $31

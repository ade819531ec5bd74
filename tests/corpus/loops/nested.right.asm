; $1 rounds of $2 rounds each, counted up, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
    add $6, $0, $0
outer:
    beq $6, $1, done
    add $5, $0, $0
inner:
    beq $5, $2, next
    add $5, $5, $4
    add $3, $3, $4
    beq $0, $0, inner
next:
    add $6, $6, $4
    beq $0, $0, outer
done:
    jr $31

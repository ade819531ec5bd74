; The first number below $1 whose square is $2, modulo 2^32, else -1.
    lis $4
    .word 1
    add $3, $0, $0
    add $6, $0, $0
loop:
    bne $6, $0, end
    beq $3, $1, end
    mult $3, $3
    mflo $5
    bne $5, $2, next
    add $6, $4, $0
    beq $0, $0, loop
next:
    add $3, $3, $4
    beq $0, $0, loop
end:
    bne $6, $0, done
    sub $3, $0, $4
done:
    jr $31

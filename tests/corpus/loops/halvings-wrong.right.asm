; $1 again, from its highest bit down, two bits a round.
    lis $5
    .word 2
    lis $6
    .word 0x80000000
    add $3, $0, $0
loop:
    sltu $8, $5, $6
    beq $8, $0, done
    add $7, $3, $6
    sltu $8, $1, $7
    bne $8, $0, second
    add $3, $7, $0
second:
    divu $6, $5
    mflo $6
    add $7, $3, $6
    sltu $8, $1, $7
    bne $8, $0, next
    add $3, $7, $0
next:
    divu $6, $5
    mflo $6
    beq $0, $0, loop
done:
    sltu $8, $3, $1
    add $3, $3, $8
    jr $31

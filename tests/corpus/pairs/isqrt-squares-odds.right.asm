; The integer square root of $1 mod 256: how many of 1, 3, 5, ... can be
; taken from the number.
    lis $4
    .word 256
    divu $1, $4
    mfhi $5
    lis $6
    .word 1
    lis $7
    .word 2
    add $3, $0, $0
    add $8, $6, $0
loop:
    slt $9, $5, $8
    bne $9, $0, done
    sub $5, $5, $8
    add $8, $8, $7
    add $3, $3, $6
    beq $0, $0, loop
done:
    jr $31

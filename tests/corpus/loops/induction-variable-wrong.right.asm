; The sum of (i + 2) * 2^20 for i below $1 modulo 8192, and $2, unsigned.
    lis $8
    .word 8192
    lis $9
    .word 0x100000
    divu $1, $8
    mfhi $1
    add $3, $2, $0
    add $6, $9, $9
    mult $1, $9
    mflo $7
    add $7, $7, $6
loop:
    beq $6, $7, done
    add $3, $3, $6
    add $6, $6, $9
    beq $0, $0, loop
done:
    jr $31

; The largest of the $2 numbers that follow $1, unsigned.
    lis $4
    .word 1
    lis $7
    .word 5000
    lis $8
    .word 1664525
    lis $9
    .word 1013904223
    add $3, $0, $0
    add $6, $0, $0
loop:
    beq $6, $2, done
    mult $8, $1
    mflo $1
    add $1, $9, $1
    add $6, $6, $4
    beq $6, $7, signed
    sltu $5, $1, $3
    bne $5, $0, loop
    add $3, $1, $0
    beq $0, $0, loop
signed:
    slt $5, $1, $3
    bne $5, $0, loop
    add $3, $1, $0
    beq $0, $0, loop
done:
    jr $31

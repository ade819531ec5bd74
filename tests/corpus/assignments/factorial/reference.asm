;@ title: Factorial with saved registers
; $3 = $1!, modulo 2^32, by a loop.
    lis $11
    .word 1
    add $3, $11, $0
    add $4, $1, $0
loop:
    slt $5, $11, $4
    beq $5, $0, done
    mult $3, $4
    mflo $3
    sub $4, $4, $11
    beq $0, $0, loop
done:
    jr $31

;@ title: Reading a decimal number
; $3 = the number whose decimal digits can be read; stops at the first other byte.
    lis $12
    .word 0xffff0004
    lis $10
    .word 10
    lis $6
    .word 48
    add $3, $0, $0
loop:
    lw $5, 0($12)
    sub $5, $5, $6
    sltu $7, $5, $10
    beq $7, $0, done
    mult $3, $10
    mflo $3
    add $3, $3, $5
    beq $0, $0, loop
done:
    jr $31

;@ witness: 10, 0
; The same, with the product by ten as shifts.
    lis $10
    .word 10
    add $3, $0, $0
    beq $1, $0, done
loop:
    divu $1, $10
    mflo $1
    mfhi $5
    add $6, $3, $3
    add $7, $6, $6
    add $7, $7, $7
    add $3, $6, $7
    add $3, $3, $5
    beq $1, $0, done
    bne $5, $0, loop
done:
    jr $31

;@ title: A power by repeated products
; $3 = $1 to the power $2, modulo 2^32.
    lis $11
    .word 1
    add $3, $11, $0
    add $4, $2, $0
loop:
    beq $4, $0, done
    mult $3, $1
    mflo $3
    sub $4, $4, $11
    bne $4, $0, loop
done:
    jr $31

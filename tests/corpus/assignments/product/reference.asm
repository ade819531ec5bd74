;@ title: A product by additions
; $3 = $1 * $2 by $2 additions; $2 is not negative.
    lis $11
    .word 1
    add $3, $0, $0
    add $4, $2, $0
loop:
    beq $4, $0, done
    add $3, $3, $1
    sub $4, $4, $11
    beq $0, $0, loop
done:
    jr $31

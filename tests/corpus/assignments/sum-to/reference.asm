;@ title: The sum of 1 to n
; $3 = 1 + 2 + ... + $1.
    lis $11
    .word 1
    add $3, $0, $0
    add $4, $1, $0
loop:
    beq $4, $0, done
    add $3, $3, $4
    sub $4, $4, $11
    beq $0, $0, loop
done:
    jr $31

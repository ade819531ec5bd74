;@ title: The moves of the towers of Hanoi
; $3 = 2 to the power $1, less 1.
    lis $11
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $3, $3, $3
    add $3, $3, $11
    sub $1, $1, $11
    beq $0, $0, loop
done:
    jr $31

;@ witness: 1, 1
; Takes the smaller number from the larger one until they are equal.
loop:
    beq $1, $2, done
    slt $4, $1, $2
    bne $4, $0, second
    sub $1, $1, $2
    beq $0, $0, loop
second:
    sub $2, $2, $1
    beq $0, $0, loop
done:
    add $3, $4, $0
    jr $31

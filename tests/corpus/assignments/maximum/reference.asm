;@ title: The larger of two numbers
; $3 = the larger of $1 and $2.
    add $3, $1, $0
    slt $4, $1, $2
    beq $4, $0, done
    add $3, $2, $0
done:
    jr $31

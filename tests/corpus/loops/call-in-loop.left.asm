;@ title: A procedure called in a loop, and its body
;@ family: calls
;@ claim: equivalent
; Calls a procedure $1 times that adds $2 to $3, unsigned.
    lis $4
    .word 1
    lis $10
    .word step
    add $9, $31, $0
    add $3, $0, $0
loop:
    beq $1, $0, done
    jalr $10
    sub $1, $1, $4
    beq $0, $0, loop
done:
    add $31, $9, $0
    jr $31
step:
    add $3, $3, $2
    jr $31

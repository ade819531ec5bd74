;@ title: A byte written $1 times
;@ family: output
;@ claim: equivalent
; Writes the low byte of $2 $1 times, unsigned.
    lis $4
    .word 1
    lis $8
    .word 0xffff000c
    add $5, $1, $0
loop:
    beq $5, $0, done
    sw $2, 0($8)
    sub $5, $5, $4
    beq $0, $0, loop
done:
    add $3, $0, $0
    jr $31

;@ title: Variables of a loop are moved from registers to the frame
;@ family: frames
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; Remainders by subtraction, at most 40.
    lis $4
    .word 40
    add $5, $0, $0
loop:
    slt $6, $1, $2
    bne $6, $0, end
    beq $5, $4, end
    sub $1, $1, $2
    lis $7
    .word 1
    add $5, $5, $7
    beq $0, $0, loop
end:
    add $3, $1, $5
    jr $31

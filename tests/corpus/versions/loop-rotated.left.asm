;@ title: The test of a loop is moved to its end
;@ family: loops
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; Rounds of doubling until the number is not below $2, at most 64.
    lis $4
    .word 64
    lis $5
    .word 1
loop:
    slt $6, $1, $2
    beq $6, $0, end
    beq $4, $0, end
    add $1, $1, $1
    sub $4, $4, $5
    beq $0, $0, loop
end:
    add $3, $1, $0
    jr $31

;@ title: The first round of a loop is put before it
;@ family: loops
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; The sum of squares below $1, of at most 30.
    lis $4
    .word 1
    lis $5
    .word 30
    sltu $6, $5, $1
    bne $6, $0, end
loop:
    beq $1, $0, end
    sub $1, $1, $4
    mult $1, $1
    mflo $7
    add $3, $3, $7
    beq $0, $0, loop
end:
    jr $31

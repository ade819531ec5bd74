;@ title: Registers are renamed in a loop
;@ family: registers
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; A power of $2, to an exponent of at most 20.
    lis $4
    .word 1
    lis $5
    .word 21
    sltu $6, $1, $5
    beq $6, $0, end
    add $3, $4, $0
loop:
    beq $1, $0, end
    mult $3, $2
    mflo $3
    sub $1, $1, $4
    beq $0, $0, loop
end:
    jr $31

;@ title: A product that does not change is moved out of a loop
;@ family: moved code
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; $1 rounds (not more than 50) of adding the square of $2.
    lis $4
    .word 1
    lis $8
    .word 51
    sltu $9, $1, $8
    beq $9, $0, end
loop:
    beq $1, $0, end
    mult $2, $2
    mflo $5
    add $3, $3, $5
    sub $1, $1, $4
    beq $0, $0, loop
end:
    jr $31

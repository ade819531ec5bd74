;@ title: A quotient is moved out of a loop that may have no rounds
;@ family: moved code
;@ verdict: disequivalent
;@ witness: 0, 0 -> 0 | division-by-zero
;@ label-from: witness
;@ note: Without a round nothing was divided by zero.
; $1 rounds (not more than 50) of adding a quotient by $2.
    lis $4
    .word 1
    lis $8
    .word 51
    sltu $9, $1, $8
    beq $9, $0, end
loop:
    beq $1, $0, end
    divu $8, $2
    mflo $5
    add $3, $3, $5
    sub $1, $1, $4
    beq $0, $0, loop
end:
    jr $31

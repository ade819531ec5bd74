;@ title: A program that patches its own constant
;@ family: self-modifying code
;@ verdict: equivalent
;@ label-from: proof
;@ note: The word behind lis is stored to before it is loaded.
; $1 * 10 + $2: stores $1 into the program, where lis takes it from.
    lis $4
    .word 10
    lis $5
    .word constant
    sw $1, 0($5)
    lis $6
constant:
    .word 0
    mult $6, $4
    mflo $3
    add $3, $3, $2
    jr $31

;@ title: Factorial by a loop and by recursion
;@ family: factorial
;@ verdict: equivalent
;@ label-from: proof
; The factorial of $1, for 0 to 12, else 0.
    add $3, $0, $0
    lis $4
    .word 13
    sltu $5, $1, $4
    beq $5, $0, done
    lis $6
    .word 1
    add $3, $6, $0
loop:
    beq $1, $0, done
    mult $3, $1
    mflo $3
    sub $1, $1, $6
    beq $0, $0, loop
done:
    jr $31

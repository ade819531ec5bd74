;@ title: Digit sum by a loop and of three digits
;@ family: digit sum
;@ verdict: equivalent
;@ label-from: proof
; The sum of the digits of $1 mod 1000.
    lis $4
    .word 1000
    divu $1, $4
    mfhi $5
    lis $4
    .word 10
    add $3, $0, $0
loop:
    beq $5, $0, done
    divu $5, $4
    mfhi $6
    mflo $5
    add $3, $3, $6
    beq $0, $0, loop
done:
    jr $31

;@ title: Power by multiplying and by squaring
;@ family: power
;@ verdict: equivalent
;@ label-from: proof
;@ note: The exponent is $2 mod 4, so both multiply a known number of times.
; $1 to the power $2 mod 4, a factor at a time.
    lis $4
    .word 4
    divu $2, $4
    mfhi $5
    lis $6
    .word 1
    add $3, $6, $0
loop:
    beq $5, $0, done
    mult $3, $1
    mflo $3
    sub $5, $5, $6
    beq $0, $0, loop
done:
    jr $31

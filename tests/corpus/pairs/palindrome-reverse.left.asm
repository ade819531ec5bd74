;@ title: Is it a palindrome? Reversed, and digit by digit
;@ family: digit sum
;@ verdict: equivalent
;@ label-from: proof
; 1 if $1, a number to 999, reads the same backwards, else 0: by reversing it.
    add $3, $0, $0
    lis $4
    .word 1000
    sltu $5, $1, $4
    beq $5, $0, done
    lis $4
    .word 10
    add $6, $1, $0
    add $7, $0, $0      ; reversed
loop:
    beq $6, $0, compare
    divu $6, $4
    mflo $6
    mfhi $8
    mult $7, $4
    mflo $7
    add $7, $7, $8
    beq $0, $0, loop
compare:
    bne $7, $1, done
    lis $3
    .word 1
done:
    jr $31

;@ title: Gcd by a loop and by recursion, up to 20
;@ family: gcd
;@ verdict: equivalent
;@ label-from: proof
; The gcd of $1 and $2, for numbers up to 20, else -1.
    lis $3
    .word -1
    lis $4
    .word 21
    sltu $5, $1, $4
    beq $5, $0, done
    sltu $5, $2, $4
    beq $5, $0, done
    add $3, $1, $0
    add $6, $2, $0
loop:
    beq $6, $0, done
    divu $3, $6
    add $3, $6, $0
    mfhi $6
    beq $0, $0, loop
done:
    jr $31

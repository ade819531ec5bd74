;@ title: Overflow of a signed sum, in two ways
;@ family: comparison
;@ verdict: equivalent
;@ label-from: proof
; 1 if $1 + $2 overflows as a signed sum, else 0: both have a sign that the sum
; has not.
    add $3, $0, $0
    add $4, $1, $2
    slt $5, $1, $0
    slt $6, $2, $0
    bne $5, $6, done
    slt $6, $4, $0
    beq $5, $6, done
    lis $3
    .word 1
done:
    jr $31

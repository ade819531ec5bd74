;@ title: Opposite signs, by comparisons and by the high word
;@ family: sign
;@ verdict: equivalent
;@ label-from: proof
;@ note: The high word of a signed product is negative just where the signs are
;@   opposite.
; 1 if one of $1 and $2 is positive and the other negative, else 0.
    add $3, $0, $0
    beq $1, $0, done
    beq $2, $0, done
    slt $4, $1, $0
    slt $5, $2, $0
    beq $4, $5, done
    lis $3
    .word 1
done:
    jr $31

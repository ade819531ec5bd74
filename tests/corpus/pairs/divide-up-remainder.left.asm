;@ title: Division rounded up, in two ways
;@ family: division
;@ verdict: equivalent
;@ label-from: proof
;@ slow
; $1 / 12, rounded up, for 0 to 2^31 - 1; 0 for negative numbers.
    add $3, $0, $0
    slt $4, $1, $0
    bne $4, $0, done
    lis $5
    .word 12
    lis $6
    .word 11
    add $6, $6, $1
    divu $6, $5
    mflo $3
done:
    jr $31

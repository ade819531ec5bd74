;@ title: A flat triangle is none
;@ family: triangle
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 3, 10 -> 0 | 1
;@ label-from: witness
;@ note: They differ where one side is as long as the others together.
; 1 if there is a triangle with sides $1 mod 100, $2 mod 100 and 7, else 0.
    add $3, $0, $0
    lis $4
    .word 100
    divu $1, $4
    mfhi $1
    divu $2, $4
    mfhi $2
    lis $4
    .word 7
    add $5, $1, $2
    slt $6, $4, $5
    beq $6, $0, done
    add $5, $1, $4
    slt $6, $2, $5
    beq $6, $0, done
    add $5, $2, $4
    slt $6, $1, $5
    beq $6, $0, done
    lis $3
    .word 1
done:
    jr $31

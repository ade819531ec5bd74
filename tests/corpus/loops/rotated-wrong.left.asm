;@ title: A loop tested only at its bottom
;@ family: rotated
;@ claim: differ
;@ witness: 0, 1
; From $2 on, three times as much and i more, for i below $1, unsigned.
    lis $4
    .word 1
    lis $8
    .word 3
    add $3, $2, $0
    add $5, $0, $0
loop:
    sltu $6, $5, $1
    beq $6, $0, done
    mult $3, $8
    mflo $3
    add $3, $3, $5
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31

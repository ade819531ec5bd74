;@ title: An array turned round, by index and by pointer
;@ family: array-reverse
;@ claim: equivalent
;@ contract: {"array": 64, "observe": ["a"]}
; Turns an array round where it is, by two indices.
    lis $4
    .word 4
    lis $11
    .word 1
    add $5, $0, $0
    sub $6, $2, $11
loop:
    slt $7, $5, $6
    beq $7, $0, done
    mult $5, $4
    mflo $8
    add $8, $8, $1
    mult $6, $4
    mflo $9
    add $9, $9, $1
    lw $12, 0($8)
    lw $13, 0($9)
    sw $13, 0($8)
    sw $12, 0($9)
    add $5, $5, $11
    sub $6, $6, $11
    beq $0, $0, loop
done:
    jr $31

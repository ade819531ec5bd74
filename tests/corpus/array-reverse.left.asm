; Turns an array round: two pointers swap what they point at and go
; towards each other until they meet.
    lis $4
    .word 4
    mult $2, $4
    mflo $5
    add $5, $5, $1    ; behind the last number
loop:
    sub $5, $5, $4
    slt $6, $1, $5
    beq $6, $0, done
    lw $7, 0($1)
    lw $8, 0($5)
    sw $8, 0($1)
    sw $7, 0($5)
    add $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

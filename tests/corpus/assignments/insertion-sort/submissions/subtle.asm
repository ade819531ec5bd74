;@ witness: 2, 0, -1, 0
; Insertion: each element moves to the left as long as its neighbour is larger.
    lis $4
    .word 4
    mult $2, $4
    mflo $5
    add $5, $5, $1
    add $6, $1, $0
outer:
    slt $7, $6, $5
    beq $7, $0, done
    lw $8, 0($6)
    add $9, $6, $0
inner:
    beq $9, $1, place
    lw $10, -4($9)
    sltu $7, $8, $10
    beq $7, $0, place
    sw $10, 0($9)
    sub $9, $9, $4
    beq $0, $0, inner
place:
    sw $8, 0($9)
    add $6, $6, $4
    beq $0, $0, outer
done:
    jr $31

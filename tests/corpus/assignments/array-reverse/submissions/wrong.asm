;@ witness: 2, 0, 1, 0, 0, 0
; Pushes all elements, then pops them into the array.
    lis $4
    .word 4
    lis $11
    .word 1
    add $6, $1, $0
    add $5, $2, $0
in:
    beq $5, $0, filled
    lw $7, 0($6)
    sw $7, -4($30)
    sub $30, $30, $4
    add $6, $6, $4
    sub $5, $5, $11
    beq $0, $0, in
filled:
    add $5, $2, $0
out:
    beq $5, $0, end
    lw $7, 0($30)
    add $30, $30, $4
    add $1, $1, $4
    sw $7, 0($1)
    sub $5, $5, $11
    beq $0, $0, out
end:
    jr $31

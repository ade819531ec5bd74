l:
add 3, $1, 42
add r3, x, l
jr l
jr 31
mult 0($1), $2
beq $1, l, $3
bne 5, $1, l
bne 5, 5, 0($1)
lw $3, $30
lw 3, l
lw $3, l($30)
lw $3, $4($5)
lw $3, 0(5)
lw $3, 4
sw $3, x, 7
.word $5
.word 0($5)

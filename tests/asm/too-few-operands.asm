add $3, $1
add $3, $1,
jr
.word
lw $3
beq $1, l
l:

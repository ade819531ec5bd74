loop: beq $0, $0, lop
bne $1, $2, Loop
.word nowhere

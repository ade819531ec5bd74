start:
ad $3, $1, $2
jmp $31
beqq $1, $2, start
word 5
frobnicate $1, 2

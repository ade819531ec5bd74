lis $3
.word 0x
.word -
.word -0x10
.word 0X1F
.word +5
.word 12ab
.word 0xfg
.word 0b101
beq $1, $2, 1st

; the second is data that is not reached, the third faults
.word 0x00221820
bne $3, $0, over
.word 5
over:
jr $31
table: .word 1
.word table

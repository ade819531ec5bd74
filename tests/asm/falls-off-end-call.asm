; a call comes back to behind itself
lis $4
.word f
beq $0, $0, over
f: jr $31
bne $1, $1, -9 ; never taken, and never reached
over: jalr $4

; none of these is warned about
loop: bne $1, $2, over
jr $31
over: beq $5, $5, loop

loop:
add $3, $1, $2
loop: loop: jr $31
beq $0, $0, loop

; a run of characters is one error, and a line can have several
add $3, @@ $1, $2 !
lw $3, –4($30)
jr $31
jr $31 / return
loop: "quoted"
beq $0, $0, loop
5.5

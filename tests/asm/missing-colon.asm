loop add $3, $3, $1
     bne $3, $2, loop
     jr $31
end
     beq $0, $0, end

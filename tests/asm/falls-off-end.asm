beq $1, $2, end
beq $1, $2, -100
add $3, $1, $2 ; and then?
end:

; $4 to $28 are all mentioned, two by an error only
add $4, $5, $6
add $7, $8, $9
add $10, $11, $12
add $13, $14, $15
add $16, $17, $18
add $19, $20, $21
add $22, $23, $24
add $25, $26, $27
bne $1, 42, 1
beq $28, -1, -1

add $3, $1, $2 jr $31
lis $3 .word 42
jr $31 end:
add $3, $1, $2 add $4, $1 jr

lis $3
add $3, $3, $1
jr $31
lis $4

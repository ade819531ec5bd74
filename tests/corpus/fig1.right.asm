; P2: the sum, after a store at an address that is not a multiple of 4
    add $4, $1, $1
    lis $5
    42
    sw $4, 0, $5
    add $3, $1, $2
    jr $31

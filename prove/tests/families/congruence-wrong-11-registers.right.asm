; $1 mod 65536 plus $2 mod 65536, modulo 13, reduced in each round and at the end.
    lis $12
    .word 65536
    lis $13
    .word 1
    lis $14
    .word 13
    divu $2, $12
    mfhi $2
again1:
    beq $2, $0, ready2
    add $1, $1, $13
    sub $2, $2, $13
    beq $0, $0, again1
ready2:
    divu $1, $14
    mfhi $1
    add $3, $1, $0
    jr $31

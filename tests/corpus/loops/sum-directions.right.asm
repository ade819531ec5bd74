; 1 + 2 + ... + $1, unsigned, the large numbers first.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $3, $3, $1
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

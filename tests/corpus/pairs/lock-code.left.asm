; 1 if $1 and $2 are the code, 31337 and 20021, else 0.
    add $3, $0, $0
    lis $4
    .word 31337
    bne $1, $4, done
    lis $4
    .word 20021
    bne $2, $4, done
    lis $3
    .word 1
done:
    jr $31

; 1 if $1 is odd, else 0.
    add $3, $0, $0
    lis $4
    .word 2
    div $1, $4
    mfhi $5
    lis $6
    .word 1
    bne $5, $6, done
    add $3, $6, $0
done:
    jr $31

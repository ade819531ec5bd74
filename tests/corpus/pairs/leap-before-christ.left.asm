; 1 if $1 is a leap year, else 0. Years before the year 0 are negative.
    add $3, $0, $0
    lis $4
    .word 4
    div $1, $4
    mfhi $5
    bne $5, $0, done
    lis $4
    .word 100
    div $1, $4
    mfhi $5
    bne $5, $0, leap
    lis $4
    .word 400
    div $1, $4
    mfhi $5
    bne $5, $0, done
leap:
    lis $3
    .word 1
done:
    jr $31

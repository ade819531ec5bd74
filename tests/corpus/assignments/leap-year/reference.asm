;@ title: Whether a year is a leap year
; $3 = 1 if the year $1 is a leap year, else 0.
    add $3, $0, $0
    lis $4
    .word 4
    div $1, $4
    mfhi $5
    bne $5, $0, done
    lis $6
    .word 100
    div $1, $6
    mfhi $5
    bne $5, $0, yes
    lis $7
    .word 400
    div $1, $7
    mfhi $5
    bne $5, $0, done
yes:
    lis $3
    .word 1
done:
    jr $31

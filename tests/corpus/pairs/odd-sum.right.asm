; 1 if $1 + $2 is odd, else 0: just one of them is.
    lis $5
    .word 2
    add $3, $0, $0
    div $1, $5
    mfhi $6
    div $2, $5
    mfhi $7
    bne $6, $0, odd
    beq $7, $0, done
    beq $0, $0, yes
odd:
    bne $7, $0, done
yes:
    lis $3
    .word 1
done:
    jr $31

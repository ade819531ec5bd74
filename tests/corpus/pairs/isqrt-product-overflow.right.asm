; 1 if $2 * $2 = $1, as whole numbers without a sign, else 0.
    add $3, $0, $0
    multu $2, $2
    mflo $4
    bne $4, $1, done
    lis $3
    .word 1
done:
    jr $31

; 1 if legs $1 and $2 make a right triangle with the longest side 65, else 0.
    add $3, $0, $0
    beq $1, $0, done
    beq $2, $0, done
    mult $1, $1
    mflo $5
    mult $2, $2
    mflo $6
    add $5, $5, $6
    lis $6
    .word 4225
    bne $5, $6, done
    lis $3
    .word 1
done:
    jr $31

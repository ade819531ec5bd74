; 1 if $1 and $2, less than 65536 each, are 241 and 251 in any order, else 0.
    add $3, $0, $0
    lis $4
    .word 65536
    sltu $5, $1, $4
    beq $5, $0, done
    sltu $5, $2, $4
    beq $5, $0, done
    add $5, $1, $2
    lis $6
    .word 492
    bne $5, $6, done
    mult $1, $2
    mflo $5
    lis $6
    .word 60491
    bne $5, $6, done
    lis $3
    .word 1
done:
    jr $31

; $3 is 1 where 12345 $1 + 6789 $2 and 1021 $1 - $2 are two certain words.
    lis $4
    .word 12345
    mult $1, $4
    mflo $5
    lis $4
    .word 6789
    mult $2, $4
    mflo $6
    add $5, $5, $6
    lis $4
    .word 0x2f0e1d3a
    bne $5, $4, end
    lis $4
    .word 1021
    mult $1, $4
    mflo $5
    sub $5, $5, $2
    lis $4
    .word 0x01f2e3d5
    bne $5, $4, end
    lis $3
    .word 1
end:
    jr $31

; A power of $2, to an exponent of at most 20.
    lis $11
    .word 1
    lis $3
    .word 21
    sltu $9, $1, $3
    add $3, $0, $0
    beq $9, $0, end
    add $12, $2, $0
    add $2, $1, $0
    add $1, $11, $0
loop:
    beq $2, $0, out
    mult $1, $12
    mflo $1
    sub $2, $2, $11
    beq $0, $0, loop
out:
    add $3, $1, $0
end:
    jr $31

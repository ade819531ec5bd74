; The absolute value of $1, which is never negative.
    add $3, $1, $0
    slt $4, $1, $0
    beq $4, $0, done
    sub $3, $0, $1
    slt $4, $3, $0      ; still negative?
    beq $4, $0, done
    lis $3
    .word 0x7fffffff
done:
    jr $31

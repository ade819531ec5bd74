; The kind of the triangle with sides $1, $2 and 7: 3 if all are equal, 2 if
; two are, 1 if none are. 0 if it is none.
    add $3, $0, $0
    lis $4
    .word 7
    slt $5, $0, $1
    beq $5, $0, done
    slt $5, $0, $2
    beq $5, $0, done
    add $5, $1, $2
    sltu $6, $4, $5
    beq $6, $0, done
    add $5, $2, $4
    sltu $6, $1, $5
    beq $6, $0, done
    add $5, $1, $4
    sltu $6, $2, $5
    beq $6, $0, done
    beq $1, $2, equal
    beq $1, $4, two
    beq $2, $4, two
    lis $3
    .word 1
    jr $31
equal:
    bne $1, $4, two
    lis $3
    .word 3
    jr $31
two:
    lis $3
    .word 2
done:
    jr $31

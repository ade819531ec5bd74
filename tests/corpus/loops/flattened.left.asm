;@ title: Two loops, one in the other, and one for both
;@ family: flattened
;@ claim: equivalent
;@ slow
; Rows and columns below $1 and $2 modulo 64 mixed into a number.
    lis $4
    .word 1
    lis $5
    .word 64
    divu $1, $5
    mfhi $1
    divu $2, $5
    mfhi $2
    add $3, $0, $0
    add $6, $0, $0
rows:
    beq $6, $1, done
    add $7, $0, $0
columns:
    beq $7, $2, next
    add $3, $3, $3
    add $3, $3, $6
    add $3, $3, $7
    add $7, $7, $4
    beq $0, $0, columns
next:
    add $6, $6, $4
    beq $0, $0, rows
done:
    jr $31

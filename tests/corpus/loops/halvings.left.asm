;@ title: 32 bits found one by one, and two by two
;@ family: halvings
;@ claim: equivalent
; $1 again, from its highest bit down.
    lis $5
    .word 2
    lis $6
    .word 0x80000000
    add $3, $0, $0
loop:
    beq $6, $0, done
    add $7, $3, $6
    sltu $8, $1, $7
    bne $8, $0, next
    add $3, $7, $0
next:
    divu $6, $5
    mflo $6
    beq $0, $0, loop
done:
    jr $31

;@ title: The length of a number by one bit and by two
;@ family: bit length
;@ claim: equivalent
;@ slow
; How many bits $1 has, unsigned.
    lis $4
    .word 1
    lis $5
    .word 2
    add $3, $0, $0
loop:
    beq $1, $0, done
    divu $1, $5
    mflo $1
    add $3, $3, $4
    beq $0, $0, loop
done:
    jr $31

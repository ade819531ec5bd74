;@ title: Square root by squares and by odd numbers, to 255
;@ family: integer square root
;@ verdict: equivalent
;@ label-from: proof
; The integer square root of $1 mod 256: the largest r with r * r <= n.
    lis $4
    .word 256
    divu $1, $4
    mfhi $5
    lis $6
    .word 1
    add $3, $0, $0
loop:
    add $7, $3, $6
    mult $7, $7
    mflo $8
    slt $9, $5, $8
    bne $9, $0, done
    add $3, $7, $0
    beq $0, $0, loop
done:
    jr $31

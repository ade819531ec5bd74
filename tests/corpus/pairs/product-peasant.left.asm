;@ title: Product by doubling and halving
;@ family: product
;@ verdict: equivalent
;@ label-from: proof
; $1 * ($2 mod 32) by doubling and halving.
    lis $4
    .word 32
    divu $2, $4
    mfhi $5
    lis $6
    .word 2
    add $3, $0, $0
loop:
    beq $5, $0, done
    divu $5, $6
    mflo $5
    mfhi $7
    beq $7, $0, even
    add $3, $3, $1
even:
    add $1, $1, $1
    beq $0, $0, loop
done:
    jr $31

;@ title: A quotient by subtraction, which never ends for 0
;@ family: division
;@ verdict: equivalent-up-to
;@ out-of-fuel: 5, 0
;@ label-from: proof
;@ note: What can be taken away three times, and no more, goes three times.
;@   Where $2 mod 16 is 0 both run for ever, so they agree there too; but the
;@   left program counts its rounds, and is where it was only after 2^32.
; $1 mod 16 by $2 mod 16, by subtraction: never ends for 0.
    lis $4
    .word 16
    divu $1, $4
    mfhi $5
    divu $2, $4
    mfhi $6
    lis $7
    .word 1
    add $3, $0, $0
loop:
    slt $8, $5, $6
    bne $8, $0, done
    sub $5, $5, $6
    add $3, $3, $7
    beq $0, $0, loop
done:
    jr $31

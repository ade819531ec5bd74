;@ title: A sum from either end
;@ family: sum of all
;@ claim: equivalent
; 1 + 2 + ... + $1, unsigned, the small numbers first.
    lis $4
    .word 1
    add $3, $0, $0
    add $5, $0, $0
loop:
    beq $5, $1, done
    add $5, $5, $4
    add $3, $3, $5
    beq $0, $0, loop
done:
    jr $31

;@ title: A sum and its formula, the even factor halved
;@ family: triangular number
;@ claim: equivalent
;@ slow
; 1 + 2 + ... + $1, unsigned.
    lis $4
    .word 1
    add $3, $0, $0
loop:
    beq $1, $0, done
    add $3, $3, $1
    sub $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

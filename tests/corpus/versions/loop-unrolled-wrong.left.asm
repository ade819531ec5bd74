;@ title: A loop goes two rounds at a time, also the last one
;@ family: loops
;@ verdict: disequivalent
;@ witness: 1, 1 -> 1 | 2
;@ label-from: witness
; The product of $2 by addition, of at most 40 rounds.
    lis $4
    .word 1
    lis $5
    .word 40
    sltu $6, $5, $1
    bne $6, $0, end
loop:
    beq $1, $0, end
    add $3, $3, $2
    sub $1, $1, $4
    beq $0, $0, loop
end:
    jr $31

;@ title: A comparison of a word that changes is moved out of a loop
;@ family: loops
;@ verdict: disequivalent
;@ witness: 3, 2 -> 7 | 6
;@ label-from: witness
; By the order of $1 and $2, what is added in each of as many rounds as the last three bits of $1.
    lis $4
    .word 1
    lis $8
    .word 8
    divu $1, $8
    mfhi $5
loop:
    beq $5, $0, end
    slt $9, $2, $1
    bne $9, $0, less
    add $3, $3, $2
    beq $0, $0, next
less:
    add $3, $3, $1
next:
    sub $1, $1, $4
    sub $5, $5, $4
    beq $0, $0, loop
end:
    jr $31

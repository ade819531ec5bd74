;@ title: -1 as the largest unsigned number and as a difference
;@ family: constants
;@ verdict: equivalent
;@ label-from: proof
;@ by: patterns
; Whether $1 or $2 has all bits set.
    lis $4
    .word -1
    add $3, $0, $0
    beq $1, $4, yes
    bne $2, $4, end
yes:
    lis $3
    .word 1
end:
    jr $31

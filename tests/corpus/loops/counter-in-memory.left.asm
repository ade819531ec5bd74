;@ title: A counter in memory
;@ family: endless
;@ claim: differ
;@ witness: 1, 0
;@ endless: left
;@ slow
;@ note: The counter goes by 6 and meets no odd number.
; Counts in memory by 6 until $1 is met.
    lis $4
    .word 6
    lis $8
    .word 1
    sw $0, 256($0)
    add $3, $0, $0
loop:
    lw $5, 256($0)
    beq $5, $1, done
    add $5, $5, $4
    sw $5, 256($0)
    add $3, $3, $8
    beq $0, $0, loop
done:
    jr $31

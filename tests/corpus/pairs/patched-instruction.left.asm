;@ title: A program that changes its add to a sub
;@ family: self-modifying code
;@ verdict: equivalent
;@ label-from: proof
;@ note: The instruction that runs depends on an input.
; $1 plus the absolute value of $2: changes an add to a sub if $2 is negative.
    slt $4, $2, $0
    beq $4, $0, change
    lis $5
    .word 0x00221822    ; sub $3, $1, $2
    lis $6
    .word change
    sw $5, 0($6)
change:
    add $3, $1, $2
    jr $31

;@ title: Elements moved down by one, loaded once or twice
;@ family: array-shift
;@ claim: equivalent
;@ contract: {"array": 64, "observe": ["a"]}
; Moves each element to the place before it; each is loaded twice.
    lis $4
    .word 4
    lis $11
    .word 1
    beq $2, $0, done
loop:
    beq $2, $11, done
    lw $7, 4($1)
    sw $7, 0($1)
    add $1, $1, $4
    sub $2, $2, $11
    beq $0, $0, loop
done:
    jr $31

;@ title: Elements moved down by one, and the one behind them
;@ family: array-shift
;@ claim: differ
;@ witness: len = 20, a[19] = 7
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

;@ title: Bits of an array, one word or two words a round
;@ family: array-flip
;@ claim: equivalent
;@ contract: {"array": 64, "observe": ["a"]}
;@ note: the first example of the paper on alignment automata
; Flips all bits of an array, a word each round.
    lis $4
    .word 4
    lis $9
    .word -1
    mult $2, $4
    mflo $5
    add $5, $5, $1    ; behind the last word
loop:
    beq $1, $5, done
    lw $7, 0($1)
    sub $7, $9, $7    ; -1 - x is x with all bits flipped
    sw $7, 0($1)
    add $1, $1, $4
    beq $0, $0, loop
done:
    jr $31

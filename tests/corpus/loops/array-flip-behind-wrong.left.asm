;@ title: Bits of an array, and a word behind it that counts
;@ family: array-flip-behind
;@ claim: differ
;@ witness: len = 1, a[0] = 5
;@ contract: {"array": 64, "observe": ["a", "[0x800004]"]}
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

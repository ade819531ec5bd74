;@ title: Nested calls and the same inlined
;@ family: procedure call
;@ verdict: equivalent
;@ label-from: proof
; double(square($1) + $2), by two procedures, one of which calls the other.
    lis $4
    .word 4
    lis $10
    .word doubleSum
    lis $11
    .word square
    sw $31, -4($30)
    sub $30, $30, $4
    jalr $10
    add $30, $30, $4
    lw $31, -4($30)
    jr $31

; $3 = 2 * (square($1) + $2)
doubleSum:
    sw $31, -4($30)
    sub $30, $30, $4
    jalr $11
    add $3, $3, $2
    add $3, $3, $3
    add $30, $30, $4
    lw $31, -4($30)
    jr $31

; $3 = $1 * $1
square:
    mult $1, $1
    mflo $3
    jr $31

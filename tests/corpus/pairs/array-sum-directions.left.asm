;@ title: The sum of an array, from both ends
;@ family: array
;@ verdict: equivalent
;@ label-from: proof
;@ note: The inputs are stored into the array first.
; Adds $1, $2, 3, 4 and 5 in memory, from the first to the last.
    lis $5
    .word array
    sw $1, 0($5)
    sw $2, 4($5)
    lis $6
    .word end
    lis $4
    .word 4
    add $3, $0, $0
loop:
    beq $5, $6, done
    lw $7, 0($5)
    add $3, $3, $7
    add $5, $5, $4
    beq $0, $0, loop
done:
    jr $31
array:
    .word 1
    .word 2
    .word 3
    .word 4
    .word 5
end:
    .word 0

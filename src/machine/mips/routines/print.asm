; print: writes $1 in decimal and a newline to the output.
.export print

print:
    sw $2, -4($30)
    sw $3, -8($30)
    sw $4, -12($30)
    sw $5, -16($30)
    sw $6, -20($30)
    sw $7, -24($30)
    sw $8, -28($30)
    sw $9, -32($30)

; From here to printedNumber the number of steps is the same for all numbers,
; so each way through is as long as the others: add $0, $0, $0 makes up for
; what the others do. Nothing but $1 is read, and no memory.
printNumber:
    lis $4                ; the output
    .word 0xffff000c
    lis $5                ; the character 0
    .word 48
    lis $6                ; ten, and the newline
    .word 10
    lis $7                ; what the next digit counts
    .word 1000000000
    lis $9
    .word 1
    add $3, $0, $0        ; the sum of the digits so far: 0 before the first that is written
    slt $2, $1, $0
    beq $2, $0, printPositive
    lis $8                ; the character -
    .word 45
    sw $8, 0($4)
    sub $2, $0, $1
    beq $0, $0, printDigit
printPositive:
    add $2, $1, $0
    add $0, $0, $0
    add $0, $0, $0
    add $0, $0, $0
printDigit:
    divu $2, $7
    mflo $8               ; the digit
    mfhi $2               ; what is left behind it
    add $3, $3, $8
    beq $3, $0, printLeading
    add $0, $0, $0
printWrite:
    add $8, $8, $5
    sw $8, 0($4)
    beq $0, $0, printNext
printLeading:
    beq $7, $9, printWrite     ; the last digit is written even where it is 0
    add $0, $0, $0
    add $0, $0, $0
    add $0, $0, $0
printNext:
    divu $7, $6
    mflo $7
    bne $7, $0, printDigit
    sw $6, 0($4)

; All that the steps above have changed is written before it is read again.
printedNumber:
    multu $0, $0
    lw $2, -4($30)
    lw $3, -8($30)
    lw $4, -12($30)
    lw $5, -16($30)
    lw $6, -20($30)
    lw $7, -24($30)
    lw $8, -28($30)
    lw $9, -32($30)
printDone:
    jr $31

;@ title: Factorial of a negative number
;@ family: factorial
;@ verdict: disequivalent
;@ bug: signed against unsigned
;@ witness: 4294967295, 0 -> 4294967295 | 0
;@ label-from: witness
;@ note: The left program refuses negative numbers, the right one takes them
;@   for 13 and more.
; The factorial of $1, for 0 to 12; 0 for larger and -1 for negative numbers.
    lis $3
    .word -1
    slt $4, $1, $0
    bne $4, $0, done
    add $3, $0, $0
    lis $5
    .word 13
    slt $4, $1, $5
    beq $4, $0, done
    lis $6
    .word 1
    add $3, $6, $0
loop:
    beq $1, $0, done
    mult $3, $1
    mflo $3
    sub $1, $1, $6
    beq $0, $0, loop
done:
    jr $31

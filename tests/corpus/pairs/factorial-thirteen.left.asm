;@ title: Factorial with a limit one too high
;@ family: factorial
;@ verdict: disequivalent
;@ bug: off by one at a bound
;@ witness: 13, 1 -> 4294967295 | 1932053504
;@ label-from: witness
;@ note: 13! does not fit in 32 bits.
; The factorial of $1, for 0 to 12; -1 for all other numbers.
    lis $3
    .word -1
    slt $4, $1, $0
    bne $4, $0, done
    lis $5
    .word 12
    slt $4, $5, $1
    bne $4, $0, done
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

;@ title: Three Collatz steps with a signed half
;@ family: collatz
;@ verdict: disequivalent
;@ bug: overflow only
;@ witness: 715827883, 0 -> 3221225476 | 1073741828
;@ label-from: witness
;@ note: 3n + 1 of an odd number from 715827883 on is negative as a signed
;@   number, and half of it is another one.
; $1 after three Collatz steps, for 1 to 2147483647, else 0.
    add $3, $0, $0
    slt $5, $0, $1
    beq $5, $0, done
    lis $4
    .word 2
    lis $5
    .word 1
    lis $6
    .word 3
    add $3, $1, $0
loop:
    divu $3, $4
    mfhi $7
    bne $7, $0, odd
    mflo $3
    beq $0, $0, next
odd:
    add $8, $3, $3
    add $3, $8, $3
    add $3, $3, $5
next:
    sub $6, $6, $5
    bne $6, $0, loop
done:
    jr $31

;@ title: A lock with a mistyped code
;@ family: hidden case
;@ verdict: disequivalent
;@ bug: one input only
;@ witness: 31337, 2021 -> 0 | 1
;@ label-from: witness
;@ note: A digit is missing on the right: each lock has a code that does not
;@   open the other.
; 1 if $1 and $2 are the code, 31337 and 20021, else 0.
    add $3, $0, $0
    lis $4
    .word 31337
    bne $1, $4, done
    lis $4
    .word 20021
    bne $2, $4, done
    lis $3
    .word 1
done:
    jr $31

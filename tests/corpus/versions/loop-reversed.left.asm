;@ title: A loop counts up instead of down
;@ family: loops
;@ verdict: equivalent-up-to
;@ out-of-fuel: 100000, 0
;@ label-from: proof
;@ by: alignment
; The product of $1 and $2 by addition.
    lis $4
    .word 1
loop:
    beq $1, $0, end
    add $3, $3, $2
    sub $1, $1, $4
    beq $0, $0, loop
end:
    jr $31

;@ title: A product in a loop becomes a sum
;@ family: loops
;@ verdict: equivalent-up-to
;@ out-of-fuel: 100000, 0
;@ label-from: proof
;@ by: alignment
; The sum of multiples of 12, as many as $1 says.
    lis $4
    .word 1
    lis $5
    .word 12
    add $6, $0, $0
loop:
    beq $6, $1, end
    mult $6, $5
    mflo $7
    add $3, $3, $7
    add $6, $6, $4
    beq $0, $0, loop
end:
    jr $31

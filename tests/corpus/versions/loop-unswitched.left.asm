;@ title: A condition that does not change is asked once, with two loops
;@ family: loops
;@ verdict: equivalent-up-to
;@ out-of-fuel: 100000, 0
;@ label-from: proof
;@ by: alignment
; Additions or subtractions of $2, as many as $1 says.
    lis $4
    .word 1
loop:
    beq $1, $0, end
    slt $5, $2, $0
    beq $5, $0, plus
    sub $3, $3, $2
    beq $0, $0, next
plus:
    add $3, $3, $2
next:
    sub $1, $1, $4
    beq $0, $0, loop
end:
    jr $31

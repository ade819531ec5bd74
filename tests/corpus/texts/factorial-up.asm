; The factorial of $1, by factors that grow. In step with the other one: no number of rounds is
; within the fuel for one alone. No invariant of equations with products of two says that they agree.
    lis $5
    .word 1
    add $3, $5, $0
    add $6, $0, $0
while:
    beq $6, $1, end
    add $6, $6, $5
    mult $3, $6
    mflo $3
    beq $0, $0, while
end:
    jr $31

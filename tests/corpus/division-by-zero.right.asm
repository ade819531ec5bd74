; The quotient of the inputs, and 0 where there is none.
    add $3, $0, $0
    beq $2, $0, end
    div $1, $2
    mflo $3
end:
    jr $31

; P_2: the sum of the inputs, but $1 + 2 * $2 where $2 is 100.
    add $3, $1, $2
    bne $2, 100, end
    add $3, $3, $2
end:
    jr $31

; P_1: the sum of the inputs. What the branch skips is overwritten.
    bne $1, 42, end
    add $3, $0, $0
end:
    add $3, $1, $2
    jr $31

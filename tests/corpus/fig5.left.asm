; P1: adds, and takes a detour when $1 is 42
    bne $1, 42, end
    add $3, $0, $0
end:
    add $3, $1, $2
    jr $31

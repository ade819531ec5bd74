; P2: adds, and adds $2 once more when it is 100
    add $3, $1, $2
    bne $2, 100, end
    add $3, $3, $2
end:
    jr $31

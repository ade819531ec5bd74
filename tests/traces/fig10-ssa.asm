; inputs 1, 1
; Assignment is not equality (Fig. 10): solved by $1 = 6, $2 = 3.
    add $3, $1, $2
    sub $1, $1, $2
    add $2, $1, $2
    bne $3, 9, end
    bne $1, 3, end
end:
    jr $31

; The greatest common divisor, by remainders and by differences with swaps.
again1:
    beq $2, $0, ready2
    sltu $13, $1, $2
    beq $13, $0, else3
    add $12, $1, $0
    add $1, $2, $0
    add $2, $12, $0
    beq $0, $0, endif4
else3:
    sub $1, $1, $2
endif4:
    beq $0, $0, again1
ready2:
    add $3, $1, $0
    jr $31

; The greatest common divisor, by remainders in turn and by subtraction from the greater one.
again1:
    beq $1, $0, ready2
    beq $2, $0, ready2
    sltu $12, $1, $2
    beq $12, $0, else3
    sub $2, $2, $1
    beq $0, $0, endif4
else3:
    sub $1, $1, $2
endif4:
    beq $0, $0, again1
ready2:
    add $1, $1, $2
    add $3, $1, $0
    jr $31

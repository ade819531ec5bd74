1st: add $3, $1, $2
_end: jr $31
2: 3
loop :
    beq $0, $0, loop

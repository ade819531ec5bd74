; $1 mod $2, by repeated subtraction and by division; $1 if $2 is 0.
    beq $2, $0, endif1
    divu $1, $2
    mfhi $1
endif1:
    add $3, $1, $0
    jr $31

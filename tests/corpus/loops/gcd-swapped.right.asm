; The greatest common divisor, unsigned, by remainders, two registers by turns.
loop:
    beq $2, $0, done
    divu $1, $2
    mfhi $1
    beq $1, $0, other
    divu $2, $1
    mfhi $2
    beq $0, $0, loop
other:
    add $3, $2, $0
    jr $31
done:
    add $3, $1, $0
    jr $31

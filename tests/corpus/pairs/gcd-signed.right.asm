; One step of Euclid's algorithm: $1 mod $2, and $1 if $2 is 0.
    beq $2, $0, zero
    div $1, $2
    mfhi $3
    jr $31
zero:
    add $3, $1, $0
    jr $31

; One step of Euclid's algorithm: $1 mod $2, and $1 if $2 is 0.
    add $3, $1, $0
    beq $2, $0, done
    divu $1, $2
    mfhi $3
done:
    jr $31

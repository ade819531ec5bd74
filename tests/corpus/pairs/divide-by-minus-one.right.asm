; $1 / $2, signed; 0 if $2 is 0.
    add $3, $0, $0
    beq $2, $0, done
    div $1, $2
    mflo $3
done:
    jr $31

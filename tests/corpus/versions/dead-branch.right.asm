; Twice $1, whichever way it is computed.
    add $3, $1, $1
    jr $31

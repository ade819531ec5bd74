; 0 at once.
    add $3, $0, $0
    jr $31

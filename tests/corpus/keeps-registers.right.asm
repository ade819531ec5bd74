; The same, but the one who wrote it forgot to put $16 back.
    add $16, $1, $1
    add $3, $16, $2
    jr $31

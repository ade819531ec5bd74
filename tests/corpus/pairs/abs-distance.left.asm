; The distance between $1 and $2: larger minus smaller.
    slt $4, $1, $2
    bne $4, $0, second
    sub $3, $1, $2
    jr $31
second:
    sub $3, $2, $1
    jr $31

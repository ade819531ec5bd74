;@ title: How far apart two numbers are
; $3 = |$1 - $2|, modulo 2^32.
    slt $4, $1, $2
    bne $4, $0, below
    sub $3, $1, $2
    jr $31
below:
    sub $3, $2, $1
    jr $31

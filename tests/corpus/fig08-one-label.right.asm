; P: jumps to the address $1 + $2.
    add $4, $1, $2
    jr $4
good:
    add $3, $1, $2    ; where $1 + $2 = 8
    jr $31            ; $31 holds the address that ends the program
bad:
    sub $3, $1, $2    ; where $1 + $2 = 16
    jr $31

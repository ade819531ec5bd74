; inputs 100, 300
; All zero words behind the program fault alike.
    add $4, $1, $2
    jr $4

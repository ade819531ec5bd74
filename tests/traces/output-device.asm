; inputs -65524, 72
; 0xffff000c is the output device.
    sw $2, 0($1)
    add $3, $2, $0
    jr $31

; The greatest common divisor, unsigned: taken off as often as it goes, then
; both swapped.
loop:
    beq $2, $0, done
    sltu $5, $1, $2
    bne $5, $0, swap
    sub $1, $1, $2
    beq $0, $0, loop
swap:
    add $6, $1, $0
    add $1, $2, $0
    add $2, $6, $0
    beq $0, $0, loop
done:
    add $3, $1, $0
    jr $31

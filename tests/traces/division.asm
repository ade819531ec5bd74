; inputs 7, 2
; A divisor is zero or not; the same one is asked about once.
    div $1, $2
    mflo $3
    div $3, $2
    mfhi $3
    jr $31

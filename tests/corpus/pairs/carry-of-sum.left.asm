;@ title: The carry of a sum, by either summand
;@ family: comparison
;@ verdict: equivalent
;@ label-from: proof
; 1 if $1 + $2 does not fit in 32 bits unsigned, else 0.
    add $4, $1, $2
    sltu $3, $4, $1
    jr $31

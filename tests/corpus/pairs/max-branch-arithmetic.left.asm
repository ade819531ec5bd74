;@ title: Maximum by a branch and without one
;@ family: maximum
;@ verdict: equivalent
;@ label-from: proof
;@ note: (0 or 1) times the difference is added.
; The larger of $1 and $2.
    add $3, $1, $0
    slt $4, $1, $2
    beq $4, $0, done
    add $3, $2, $0
done:
    jr $31

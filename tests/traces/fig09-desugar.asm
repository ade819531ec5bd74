; inputs 7, -2
; Every instruction that desugaring takes apart (Fig. 9).
    mult $1, $2
    mfhi $4
    mflo $5
    multu $1, $2
    div $1, $2
    mfhi $6
    divu $1, $2
    mflo $7
    lis $8
    .word after
    add $9, $31, $0
    jalr $8
after:
    add $3, $6, $7
    jr $9

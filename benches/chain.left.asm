; A branch on each of the lowest bits of $1, twelve in all. Benchmarks take the
; first k of them: 2^k paths.
; The word that is read at the start keeps the paths from being merged: its address
; depends on the input.
    lis $10
    .word 2
    lis $5
    .word 1
    divu $1, $10
    mfhi $6
    add $6, $6, $6
    add $6, $6, $6
    lw $7, 0($6)
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even0
    add $3, $3, $5
even0:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even1
    add $3, $3, $5
even1:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even2
    add $3, $3, $5
even2:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even3
    add $3, $3, $5
even3:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even4
    add $3, $3, $5
even4:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even5
    add $3, $3, $5
even5:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even6
    add $3, $3, $5
even6:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even7
    add $3, $3, $5
even7:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even8
    add $3, $3, $5
even8:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even9
    add $3, $3, $5
even9:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even10
    add $3, $3, $5
even10:
    add $5, $5, $5
; branch
    divu $1, $10
    mfhi $4
    mflo $1
    beq $4, $0, even11
    add $3, $3, $5
even11:
    add $5, $5, $5
; end
    jr $31

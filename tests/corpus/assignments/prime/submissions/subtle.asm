;@ witness: 4, 0
; Tries numbers as long as their square is at most $1.
    lis $11
    .word 1
    lis $4
    .word 2
    add $3, $11, $0
try:
    mult $4, $4
    mflo $6
    slt $7, $6, $1
    beq $7, $0, end
    divu $1, $4
    mfhi $5
    bne $5, $0, next
    add $3, $0, $0
end:
    jr $31
next:
    add $4, $4, $11
    beq $0, $0, try

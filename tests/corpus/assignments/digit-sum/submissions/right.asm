;@ undecided: ten divisions by 10 in a row, as a loop and as a recursion, for each of the 2^31 numbers: an invariant that relates the digits still to come to the sum so far
; digits(n) = n mod 10 + digits(n / 10); saves the digit and the way back.
    sw $31, -4($30)
    lis $29
    .word 4
    sub $30, $30, $29
    lis $29
    .word digits
    jalr $29
    lis $29
    .word 4
    add $30, $30, $29
    lw $31, -4($30)
    jr $31
digits:
    sw $5, -4($30)
    sw $31, -8($30)
    lis $29
    .word 8
    sub $30, $30, $29
    add $3, $0, $0
    beq $1, $0, leave
    lis $10
    .word 10
    divu $1, $10
    mfhi $5
    mflo $1
    lis $29
    .word digits
    jalr $29
    add $3, $3, $5
leave:
    lis $29
    .word 8
    add $30, $30, $29
    lw $5, -4($30)
    lw $31, -8($30)
    jr $31

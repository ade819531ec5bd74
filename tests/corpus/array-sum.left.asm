; The sum of an array, from its first number on, by index.
    lis $4
    .word 4
    lis $11
    .word 1
    add $3, $0, $0
    add $5, $0, $0    ; i = 0
loop:
    beq $5, $2, done    ; until i is the length
    mult $5, $4
    mflo $6
    add $6, $6, $1      ; the address of a[i]
    lw $7, 0($6)
    add $3, $3, $7
    add $5, $5, $11
    beq $0, $0, loop
done:
    jr $31

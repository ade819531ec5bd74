; Each number the sum of the three before, $1 times, from 0, 1, $2 on.
    lis $4
    .word 1
    lis $5
    .word 12
    sub $30, $30, $5
    sw $2, 0($30)
    sw $4, 4($30)
    sw $0, 8($30)
loop:
    beq $1, $0, first
    lw $6, 8($30)
    lw $7, 4($30)
    lw $8, 0($30)
    add $9, $7, $8
    add $6, $6, $9
    sw $6, 8($30)
    sub $1, $1, $4
    beq $1, $0, second
    add $9, $8, $6
    add $7, $7, $9
    sw $7, 4($30)
    sub $1, $1, $4
    beq $1, $0, third
    add $9, $6, $7
    add $8, $8, $9
    sw $8, 0($30)
    sub $1, $1, $4
    beq $0, $0, loop
first:
    lw $3, 8($30)
    beq $0, $0, done
second:
    lw $3, 4($30)
    beq $0, $0, done
third:
    lw $3, 0($30)
done:
    add $30, $30, $5
    jr $31

; putchar and getchar: a character to the output, one of what can be read.
.export putchar
.export getchar

putchar:
    sw $2, -4($30)
    lis $2
    .word 0xffff000c
    sw $1, 0($2)
    lw $2, -4($30)
    jr $31

getchar:
    lis $3
    .word 0xffff0004
    lw $3, 0($3)
    jr $31

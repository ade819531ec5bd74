;@ title: Copying text in upper case
; Copies the input to the output, letters a to z as A to Z.
    lis $12
    .word 0xffff0004
    lis $13
    .word 0xffff000c
    lis $11
    .word -1
    lis $6
    .word 97
    lis $7
    .word 122
    lis $8
    .word 32
loop:
    lw $5, 0($12)
    beq $5, $11, done
    slt $9, $5, $6
    bne $9, $0, put
    slt $9, $7, $5
    bne $9, $0, put
    sub $5, $5, $8
put:
    sw $5, 0($13)
    beq $0, $0, loop
done:
    jr $31

;@ title: A table that is filled and read, by index and by pointer
;@ family: memory-fill
;@ claim: equivalent
;@ contract: {"assume": ["$1 <u 4096", "$2 <u 4096"]}
; Fills a table with the $2 numbers from $1 on, and reads the one at index $1.
    lis $4
    .word 4
    lis $11
    .word 1
    lis $10
    .word 0x80000
    add $5, $0, $0
loop:
    beq $5, $2, read
    multu $5, $4
    mflo $6
    add $6, $6, $10
    add $7, $5, $1
    sw $7, 0($6)
    add $5, $5, $11
    beq $0, $0, loop
read:
    multu $1, $4
    mflo $6
    add $6, $6, $10
    lw $3, 0($6)
    jr $31

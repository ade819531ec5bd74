;@ title: A secret put into an array, and where it is told
;@ family: array-insert
;@ slow
;@ claim: differ
;@ witness: len = 1, a[0] = 3, left.in[0] = 5
;@ contract: {"array": 64, "stdin_bytes": 1, "separate": ["in"]}
; Puts a secret number, the byte that it reads, in its place in a sorted
; array. It tells in $3 where that is.
    lis $4
    .word 4
    lis $11
    .word 1
    lis $10
    .word 0xffff0004
    lw $9, 0($10)     ; the secret
    add $5, $0, $0    ; i = 0
    add $6, $1, $0    ; the address of a[i]
find:
    beq $5, $2, shift
    lw $7, 0($6)
    slt $8, $7, $9
    beq $8, $0, shift
    add $5, $5, $11
    add $6, $6, $4
    beq $0, $0, find
shift:    ; make room: from the end down to a[i]
    mult $2, $4
    mflo $12
    add $12, $12, $1
move:
    beq $12, $6, put
    lw $7, -4($12)
    sw $7, 0($12)
    sub $12, $12, $4
    beq $0, $0, move
put:
    sw $9, 0($6)
    add $3, $5, $0
    jr $31

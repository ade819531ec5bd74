; init, new and delete: a heap of 1,024 words.
;
; A block is its length in words, itself included, and then what it holds. In
; a free block that is the address of the next free one, in the order of
; addresses, or 0. The word at heap holds the address of the first: it is the
; first one behind the program, so this file is linked last.
.export init
.export new
.export delete

init:
    sw $4, -4($30)
    sw $5, -8($30)
    sw $6, -12($30)
    lis $4
    .word heap
    lis $5
    .word 4
    add $6, $4, $5
    beq $2, $0, initBlock     ; without an array the heap is behind its head
    add $6, $2, $2
    add $6, $6, $6
    add $6, $1, $6            ; else behind the array
initBlock:
    sw $6, 0($4)
    lis $5
    .word 1024
    sw $5, 0($6)
    sw $0, 4($6)
    lw $4, -4($30)
    lw $5, -8($30)
    lw $6, -12($30)
    jr $31

; The first block that is long enough; its end is what is taken.
new:
    sw $4, -4($30)
    sw $5, -8($30)
    sw $6, -12($30)
    sw $7, -16($30)
    sw $8, -20($30)
    add $3, $0, $0
    slt $4, $0, $1
    beq $4, $0, newDone
    lis $4
    .word 1
    add $4, $4, $1            ; the length of the block that is wanted
    lis $5
    .word heap                ; where the address of the next block is
newNext:
    lw $6, 0($5)
    beq $6, $0, newDone
    lw $7, 0($6)
    sltu $8, $7, $4
    beq $8, $0, newFound
    lis $8
    .word 4
    add $5, $6, $8
    beq $0, $0, newNext
newFound:
    sub $7, $7, $4            ; the words that are left
    lis $8
    .word 2
    sltu $8, $7, $8
    bne $8, $0, newWhole      ; too few for a block
    sw $7, 0($6)
    add $7, $7, $7
    add $7, $7, $7
    add $6, $6, $7
    sw $4, 0($6)
    beq $0, $0, newTaken
newWhole:
    lw $7, 4($6)
    sw $7, 0($5)
newTaken:
    lis $8
    .word 4
    add $3, $6, $8
newDone:
    lw $4, -4($30)
    lw $5, -8($30)
    lw $6, -12($30)
    lw $7, -16($30)
    lw $8, -20($30)
    jr $31

; Back into the list, and into one with the free blocks on either side.
delete:
    sw $4, -4($30)
    sw $5, -8($30)
    sw $6, -12($30)
    sw $7, -16($30)
    sw $8, -20($30)
    sw $9, -24($30)
    lis $4
    .word 4
    sub $5, $1, $4            ; the block
    lis $6
    .word heap                ; where the address of the next free block is
deleteNext:
    lw $7, 0($6)
    beq $7, $0, deleteFound
    sltu $8, $5, $7
    bne $8, $0, deleteFound
    add $6, $7, $4
    beq $0, $0, deleteNext
deleteFound:
    sw $7, 4($5)
    sw $5, 0($6)
    lw $8, 0($5)
    add $9, $8, $8
    add $9, $9, $9
    add $9, $5, $9            ; where the block ends
    bne $9, $7, deleteBefore
    lw $9, 0($7)              ; the next one begins there
    add $8, $8, $9
    sw $8, 0($5)
    lw $9, 4($7)
    sw $9, 4($5)
deleteBefore:
    lis $9
    .word heap
    beq $6, $9, deleteDone
    sub $6, $6, $4            ; the free block before it
    lw $7, 0($6)
    add $9, $7, $7
    add $9, $9, $9
    add $9, $6, $9
    bne $9, $5, deleteDone
    lw $8, 0($5)
    add $7, $7, $8
    sw $7, 0($6)
    lw $7, 4($5)
    sw $7, 4($6)
deleteDone:
    lw $4, -4($30)
    lw $5, -8($30)
    lw $6, -12($30)
    lw $7, -16($30)
    lw $8, -20($30)
    lw $9, -24($30)
    jr $31
heap:
